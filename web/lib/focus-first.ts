type Form = { getInputNode: (path: string) => HTMLElement | null };

/** Focuses the first invalid field. `errors` are in form order. */
export function focusFirst(form: Form, errors: object): void {
  const [path] = Object.keys(errors);
  if (path !== undefined) form.getInputNode(path)?.focus();
}
