// Free of zod, so that pages that only show photos have no need of it.
/** The most characters of the name of a viewpoint. */
export const VIEWPOINT_NAME_MAX = 100;

const NUMBERED = /^Viewpoint (\d{1,9})$/;

/** Whether it is called as one is that was found by itself. */
export const isGeneratedName = (name: string): boolean => NUMBERED.test(name);

/** What the next viewpoint that is found by itself is called: a number above all there are. */
export function nextViewpointName(names: readonly string[]): string {
  const numbers = names.map((name) => Number(NUMBERED.exec(name)?.[1] ?? 0));
  return `Viewpoint ${Math.max(names.length, ...numbers) + 1}`;
}
