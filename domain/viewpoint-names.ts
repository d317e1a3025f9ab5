// Free of zod, so that pages that only show photos have no need of it.
import { tooLong } from './contact-messages.ts';
import { COMPASS, compass, looksDown } from './directions.ts';
import { lensName, type LensFacts } from './lens.ts';

/** The most characters of the name of a viewpoint. */
export const VIEWPOINT_NAME_MAX = 100;

/** What is said of a name that is too long; null for any other. */
export const nameError = (name: string): string | null =>
  name.trim().length > VIEWPOINT_NAME_MAX ? tooLong(VIEWPOINT_NAME_MAX) : null;

const PANORAMA = 'Panorama';
const OVERHEAD = 'Overhead';
/** For photos whose direction is unknown. */
const UNKNOWN_LOOK = 'Site view';
const looking = (direction: string) => `Looking ${direction}`;

const LOOKS = [PANORAMA, OVERHEAD, UNKNOWN_LOOK, ...COMPASS.map(looking)].join('|');
/** Direction, a number from 2 up, and the lens (`lensName`). */
const SUGGESTED = new RegExp(
  `^(${LOOKS})(?: (\\d{1,9}))?(?:, (zoom|thermal|screen|blue|green|red|red edge|near infrared))?$`,
  'i',
);

type Look = LensFacts & {
  gimbalYaw?: number | null | undefined;
  gimbalPitch?: number | null | undefined;
};

/** Parts of a generated name. `view`: the name of the first viewpoint with this direction and lens. */
type Parts = { view: string; number: number };

const nameOf = (look: string, number: number, lens: string | null | undefined): string =>
  `${look}${number > 1 ? ` ${number}` : ''}${lens ? `, ${lens}` : ''}`;

/** Null for a name chosen by staff. */
export function partsOfName(name: string): Parts | null {
  const [, look, number, lens] = SUGGESTED.exec(name) ?? [];
  return look ? { view: nameOf(look, 1, lens), number: Number(number ?? 1) } : null;
}

/** The name of a view's viewpoint with this number: 'Looking north 2, zoom'. */
export function numberedName(view: string, number: number): string {
  const [, look = view, , lens] = SUGGESTED.exec(view) ?? [];
  return nameOf(look, number, lens);
}

/** Whether this name was generated. */
export const isGeneratedName = (name: string): boolean => partsOfName(name) !== null;

function lookOf({ gimbalYaw, gimbalPitch }: Look): string {
  if (looksDown({ gimbalPitch: gimbalPitch ?? null })) return OVERHEAD;
  return gimbalYaw == null ? UNKNOWN_LOOK : looking(compass(gimbalYaw));
}

/**
 * The name of the next automatically created viewpoint: its direction, a number above all others of that view, and the
 * lens if it is not the ordinary one (docs/decisions/0105).
 */
export function nextViewpointName(names: readonly string[], photo: Look): string {
  const lens = lensName(photo);
  const view = lens === 'panorama' ? PANORAMA : nameOf(lookOf(photo), 1, lens);
  const isOfView = (parts: Parts) => parts.view.toLowerCase() === view.toLowerCase();
  const numbers = names.flatMap((name) => partsOfName(name) ?? []).filter(isOfView);
  return numberedName(view, Math.max(0, ...numbers.map(({ number }) => number)) + 1);
}
