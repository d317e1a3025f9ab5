export function find<T extends Element>(
  selector: string,
  type: new () => T,
  within: ParentNode = document,
): T | null {
  const element = within.querySelector(selector);
  return element instanceof type ? element : null;
}
