// Free of zod, so that pages that only show photos have no need of it.
/** The most characters of the name of a viewpoint. */
export const VIEWPOINT_NAME_MAX = 100;

/** The number, then what `lensName` says. */
const NUMBERED =
  /^Viewpoint (\d{1,9})(?: (zoom|thermal|panorama|screen|blue|green|red|red edge|near infrared))?$/;

/** Whether it is called as one is that was found by itself. */
export const isGeneratedName = (name: string): boolean => NUMBERED.test(name);

/** The number in a name as above; 0 in one that staff gave. */
export const numberInName = (name: string): number => Number(NUMBERED.exec(name)?.[1] ?? 0);

/** What the viewpoint with this number is called, which staff have not named: 'Viewpoint 3 zoom'. */
export const viewpointName = (number: number, lens: string | null): string =>
  [`Viewpoint ${number}`, lens].filter(Boolean).join(' ');

/**
 * What the next viewpoint that is found by itself is called: a number above all there are, and the lens unless
 * it is the ordinary one; see `lensName` of domain/lens.ts.
 */
export function nextViewpointName(names: readonly string[], lens: string | null = null): string {
  return viewpointName(Math.max(names.length, ...names.map(numberInName)) + 1, lens);
}
