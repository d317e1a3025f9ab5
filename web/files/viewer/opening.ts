import { clampPercent } from '#web/ui/compare/slider-position.ts';
import { type Position, type Rotation, ZOOM } from './picture/viewport.ts';
import { useEffect, useEffectEvent, useState } from 'react';

export type ViewerMode = 'single' | 'gallery' | 'compare';
/** How two photos lie on one another: with a divider, one through the other, in turn, or one through a lens. */
export const OVERLAYS = ['slider', 'fade', 'blink', 'lens'] as const;
export type Overlay = (typeof OVERLAYS)[number];
export type CompareLayout = 'sidebyside' | Overlay;

/** A file of a submission; `fileId` null leaves the choice to the viewer. */
export type Place = { submissionId: string; fileId: string | null };

/** What the viewer shows when it opens; whatever is left out it chooses itself. */
export type Opening = {
  mode?: ViewerMode | undefined;
  /** The file that is looked at; in a comparison the one after. */
  file?: Place | undefined;
  before?: Place | undefined;
  /** The divider between two photos, or how much is seen of the after photo, in percent; without it they stand side by side. */
  split?: number | undefined;
  /** How they lie on one another; with a divider, unless it says otherwise. */
  overlay?: Overlay | undefined;
  isAsTaken?: boolean | undefined;
  /** What has changed between them is marked, where they are aligned. */
  isMarked?: boolean | undefined;
  position?: Position | undefined;
};

const PARAMETER = 'view';
const PLACE = '([0-9a-f-]{36})(?:\\.([0-9a-f-]{36}))?';
const FORM = new RegExp(
  `^(single|gallery|compare)(?:_${PLACE})?(?:_${PLACE})?(?:_([sfbl])(\\d{1,3}))?(_t|_c)?` +
    '(?:_z(\\d{1,3})x(-?\\d{1,4})y(-?\\d{1,4})r(0|90|180|270))?$',
);

/** What the query of an address says that the viewer shows; null when it says nothing valid. */
export function readOpening(search: string): Opening | null {
  const found = FORM.exec(new URLSearchParams(search).get(PARAMETER) ?? '');
  if (!found) return null;
  const [, mode, fileWeek, file, beforeWeek, before, letter, split, how, zoom, x, y, turn] = found;
  const scale = Number(zoom) / 100;
  return {
    mode: mode as ViewerMode,
    file: placeOf(fileWeek, file),
    before: placeOf(beforeWeek, before),
    split: split === undefined ? undefined : clampPercent(Number(split)),
    // With a divider is what is meant without a word.
    overlay: letter === undefined || letter === 's' ? undefined : overlayOf(letter),
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

/** The query that tells an opening, or without one none; everything else in it stays. */
export function writeOpening(search: string, opening: Opening | null): string {
  const query = new URLSearchParams(search);
  if (opening) query.set(PARAMETER, textOf(opening));
  else query.delete(PARAMETER);
  const text = query.toString();
  return text && `?${text}`;
}

/** Only of characters that no address escapes, so that it may be read, and stays as it is on its way. */
function textOf(opening: Opening): string {
  const { mode = 'single', file, before, split, overlay = 'slider', position } = opening;
  const places = [file, file && before].flatMap((place) =>
    place ? `_${place.submissionId}${place.fileId ? `.${place.fileId}` : ''}` : [],
  );
  const divider = split === undefined ? '' : `_${overlay[0]}${Math.round(split)}`;
  const how = opening.isAsTaken ? '_t' : opening.isMarked ? '_c' : '';
  return `${mode}${places.join('')}${divider}${how}${position ? positionText(position) : ''}`;
}

function positionText({ scale, x, y, rotation }: Position): string {
  if (scale === 1 && rotation === 0) return '';
  const thousandths = (part: number) => Math.round(part * 1000);
  return `_z${Math.round(scale * 100)}x${thousandths(x)}y${thousandths(y)}r${rotation}`;
}

/** What is open in the viewer over this page, or null; an address that says so opens it. */
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

export const addressOf = (opening: Opening | null): string => {
  const { origin, pathname, search, hash } = window.location;
  return `${origin}${pathname}${writeOpening(search, opening)}${hash}`;
};

const SETTLED_MS = 300;

/** Keeps the address up to date while the viewer is open, so that a reload or a copy of it leads back. */
export function useAddress(opening: Opening | null): void {
  const address = opening ? addressOf(opening) : window.location.href;
  const write = useEffectEvent(() => {
    // Past the router, which would load the page below anew with each picture that is looked at.
    if (window.location.href !== address)
      History.prototype.replaceState.call(window.history, window.history.state, '', address);
  });
  useEffect(() => {
    // Browsers refuse a page that writes its address with every step of a zoom.
    const timer = setTimeout(() => write(), SETTLED_MS);
    return () => clearTimeout(timer);
  }, [address]);
}
