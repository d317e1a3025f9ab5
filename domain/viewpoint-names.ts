// No zod here, so pages that only show photos don't load it.
import { tooLong } from './contact-messages.ts';
import { COMPASS, compass, looksDown } from './directions.ts';
import { lensName, type LensFacts } from './lens.ts';

export const VIEWPOINT_NAME_MAX = 100;

export const nameError = (name: string): string | null =>
  name.trim().length > VIEWPOINT_NAME_MAX ? tooLong(VIEWPOINT_NAME_MAX) : null;

const PANORAMA = 'Panorama';
const OVERHEAD = 'Overhead';
const UNKNOWN_DIRECTION = 'Site view';
const directionName = (direction: string) => `Looking ${direction}`;

const VIEW_NAMES = [PANORAMA, OVERHEAD, UNKNOWN_DIRECTION, ...COMPASS.map(directionName)].join('|');
const GENERATED_NAME = new RegExp(
  `^(${VIEW_NAMES})(?: (\\d{1,9}))?(?:, (zoom|thermal|screen|blue|green|red|red edge|near infrared))?$`,
  'i',
);

type Look = LensFacts & {
  gimbalYaw?: number | null | undefined;
  gimbalPitch?: number | null | undefined;
};

type Parts = { view: string; number: number };

const nameOf = (look: string, number: number, lens: string | null | undefined): string =>
  `${look}${number > 1 ? ` ${number}` : ''}${lens ? `, ${lens}` : ''}`;

export function partsOfName(name: string): Parts | null {
  const [, look, number, lens] = GENERATED_NAME.exec(name) ?? [];
  return look ? { view: nameOf(look, 1, lens), number: Number(number ?? 1) } : null;
}

export function numberedName(view: string, number: number): string {
  const [, look = view, , lens] = GENERATED_NAME.exec(view) ?? [];
  return nameOf(look, number, lens);
}

export const isGeneratedName = (name: string): boolean => partsOfName(name) !== null;

function lookOf({ gimbalYaw, gimbalPitch }: Look): string {
  if (looksDown({ gimbalPitch: gimbalPitch ?? null })) return OVERHEAD;
  return gimbalYaw == null ? UNKNOWN_DIRECTION : directionName(compass(gimbalYaw));
}

/** The next number for this view, with the lens if it isn't the normal one (docs/decisions/0105). */
export function nextViewpointName(names: readonly string[], photo: Look): string {
  const lens = lensName(photo);
  const view = lens === 'panorama' ? PANORAMA : nameOf(lookOf(photo), 1, lens);
  const isOfView = (parts: Parts) => parts.view.toLowerCase() === view.toLowerCase();
  const numbers = names.flatMap((name) => partsOfName(name) ?? []).filter(isOfView);
  return numberedName(view, Math.max(0, ...numbers.map(({ number }) => number)) + 1);
}
