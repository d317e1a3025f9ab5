import { type Place, VIEW_PARAMETER, viewText } from '#domain/viewer-opening.ts';
import { clampPercent } from '#web/ui/compare/slider-position.ts';
import { type Position, type Rotation, ZOOM } from './picture/viewport.ts';
import { useEffect, useEffectEvent, useState } from 'react';

export type ViewerMode = 'single' | 'gallery' | 'compare';
/** Ways to overlay two photos: divider, fade, blink, or lens. */
export const OVERLAYS = ['slider', 'fade', 'blink', 'lens'] as const;
export type Overlay = (typeof OVERLAYS)[number];
export type CompareLayout = 'sidebyside' | Overlay;

export type { Place };

export type Opening = {
  mode?: ViewerMode | undefined;
  /** The file shown; in a comparison, the after photo. */
  file?: Place | undefined;
  before?: Place | undefined;
  /** Position of the divider or fade in percent; omitted for side by side. */
  split?: number | undefined;
  /** The overlay; `slider` by default. */
  overlay?: Overlay | undefined;
  isAsTaken?: boolean | undefined;
  /** Whether changes are marked, if the photos are aligned. */
  isMarked?: boolean | undefined;
  position?: Position | undefined;
  /** ID of the open pin. */
  pin?: string | undefined;
};

const PIN_PARAMETER = 'pin';
const PLACE_PATTERN = '([0-9a-f-]{36})(?:\\.([0-9a-f-]{36}))?';
const OPENING_PATTERN = new RegExp(
  `^(single|gallery|compare)(?:_${PLACE_PATTERN})?(?:_${PLACE_PATTERN})?(?:_([sfbl])(\\d{1,3}))?(_t|_c)?` +
    '(?:_z(\\d{1,3})x(-?\\d{1,4})y(-?\\d{1,4})r(0|90|180|270))?$',
);

/** Parses the viewer's state from a URL query; null if missing or invalid. */
export function readOpening(search: string): Opening | null {
  const query = new URLSearchParams(search);
  const found = OPENING_PATTERN.exec(query.get(VIEW_PARAMETER) ?? '');
  if (!found) return null;
  const [, mode, fileWeek, file, beforeWeek, before, letter, split, how, zoom, x, y, turn] = found;
  const scale = Number(zoom) / 100;
  return {
    mode: mode as ViewerMode,
    file: placeOf(fileWeek, file),
    before: placeOf(beforeWeek, before),
    split: split === undefined ? undefined : clampPercent(Number(split)),
    overlay: letter === undefined || letter === 's' ? undefined : overlayOf(letter),
    pin: query.get(PIN_PARAMETER) ?? undefined,
    isAsTaken: how === '_t' || undefined,
    isMarked: how === '_c' || undefined,
    position:
      zoom === undefined || scale < ZOOM.min || scale > ZOOM.max
        ? undefined
        : {
            scale,
            x: Number(x) / 1000,
            y: Number(y) / 1000,
            rotation: Number(turn) as Rotation,
          },
  };
}

const overlayOf = (letter: string) => OVERLAYS.find((overlay) => overlay.startsWith(letter));

const placeOf = (submissionId: string | undefined, fileId = ''): Place | undefined =>
  submissionId === undefined ? undefined : { submissionId, fileId: fileId || null };

/** Sets or removes the viewer's state in a URL query, keeping other parameters. */
export function writeOpening(search: string, opening: Opening | null): string {
  const query = new URLSearchParams(search);
  if (opening) query.set(VIEW_PARAMETER, formatOpening(opening));
  else query.delete(VIEW_PARAMETER);
  if (opening?.pin) query.set(PIN_PARAMETER, opening.pin);
  else query.delete(PIN_PARAMETER);
  const text = query.toString();
  return text && `?${text}`;
}

function formatOpening(opening: Opening): string {
  const { mode = 'single', file, before, split, overlay = 'slider', position } = opening;
  const places = [file, file && before].filter((place) => place !== undefined);
  const how = opening.isAsTaken ? '_t' : opening.isMarked ? '_c' : '';
  return `${viewText(mode, places, split, overlay)}${how}${position ? positionText(position) : ''}`;
}

function positionText({ scale, x, y, rotation }: Position): string {
  if (scale === 1 && rotation === 0) return '';
  const thousandths = (part: number) => Math.round(part * 1000);
  return `_z${Math.round(scale * 100)}x${thousandths(x)}y${thousandths(y)}r${rotation}`;
}

/** The viewer's state from the URL; null while the viewer is closed. */
export function useOpening() {
  const [opening, setOpening] = useState<Opening | null>(null);
  useEffect(() => {
    const follow = () => setOpening(readOpening(window.location.search));
    follow();
    window.addEventListener('popstate', follow);
    return () => window.removeEventListener('popstate', follow);
  }, []);
  return [opening, setOpening] as const;
}

export const urlOf = (opening: Opening | null): string => {
  const { origin, pathname, search, hash } = window.location;
  return `${origin}${pathname}${writeOpening(search, opening)}${hash}`;
};

const URL_DELAY_MS = 300;

/** Keeps the URL up to date while the viewer is open, for reloads and copied links. */
export function useUrlSync(opening: Opening | null): void {
  const address = opening ? urlOf(opening) : window.location.href;
  const write = useEffectEvent(() => {
    // Bypasses the router, which would reload the page behind the viewer for each picture.
    if (window.location.href !== address)
      History.prototype.replaceState.call(window.history, window.history.state, '', address);
  });
  useEffect(() => {
    // Debounced, because browsers limit how often a page may change its URL.
    const timer = setTimeout(() => write(), URL_DELAY_MS);
    return () => clearTimeout(timer);
  }, [address]);
}
