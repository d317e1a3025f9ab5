// Free of zod, so that pages that only show photos have no need of it.
import { COMPASS, compass, looksDown } from './directions.ts';
import { lensName, type LensFacts } from './lens.ts';

/** The most characters of the name of a viewpoint. */
export const VIEWPOINT_NAME_MAX = 100;

const PANORAMA = 'Panorama';
const OVERHEAD = 'Overhead';
/** Of photos that do not tell where they look. */
const UNKNOWN_LOOK = 'Site view';
const looking = (direction: string) => `Looking ${direction}`;

const LOOKS = [PANORAMA, OVERHEAD, UNKNOWN_LOOK, ...COMPASS.map(looking)].join('|');
/** The look, a number from 2 on, then what `lensName` says. */
const SUGGESTED = new RegExp(
  `^(${LOOKS})(?: (\\d{1,9}))?(?:, (zoom|thermal|screen|blue|green|red|red edge|near infrared))?$`,
  'i',
);

type Look = LensFacts & {
  gimbalYaw?: number | null | undefined;
  gimbalPitch?: number | null | undefined;
};

/** The parts of a name that was suggested; `view`: the name of the first viewpoint with this look and lens. */
type Parts = { view: string; number: number };

const nameOf = (look: string, number: number, lens: string | null | undefined): string =>
  `${look}${number > 1 ? ` ${number}` : ''}${lens ? `, ${lens}` : ''}`;

/** Null for a name that staff gave. */
export function partsOfName(name: string): Parts | null {
  const [, look, number, lens] = SUGGESTED.exec(name) ?? [];
  return look ? { view: nameOf(look, 1, lens), number: Number(number ?? 1) } : null;
}

/** What the viewpoint with this number among those of its view is called: 'Looking north 2, zoom'. */
export function numberedName(view: string, number: number): string {
  const [, look = view, , lens] = SUGGESTED.exec(view) ?? [];
  return nameOf(look, number, lens);
}

/** Whether it is called as one is that was found by itself. */
export const isGeneratedName = (name: string): boolean => partsOfName(name) !== null;

function lookOf({ gimbalYaw, gimbalPitch }: Look): string {
  if (looksDown({ gimbalPitch: gimbalPitch ?? null })) return OVERHEAD;
  return gimbalYaw == null ? UNKNOWN_LOOK : looking(compass(gimbalYaw));
}

/**
 * What the next viewpoint that is found by itself is called: by where it looks, a number above all of that view, and
 * the lens unless it is the ordinary one (docs/decisions/0105).
 */
export function nextViewpointName(names: readonly string[], photo: Look): string {
  const lens = lensName(photo);
  const view = lens === 'panorama' ? PANORAMA : nameOf(lookOf(photo), 1, lens);
  const isOfView = (parts: Parts) => parts.view.toLowerCase() === view.toLowerCase();
  const numbers = names.flatMap((name) => partsOfName(name) ?? []).filter(isOfView);
  return numberedName(view, Math.max(0, ...numbers.map(({ number }) => number)) + 1);
}
