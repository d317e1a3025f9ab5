import { parseDriveLink, VIRTUAL_PREFIX, type DriveKind } from './drive-address.ts';

/** A link to Google Drive in a text, as a file that is kept there. */
export type DriveLink = {
  /** `gdrive-` and the id of the file or folder. */
  id: string;
  kind: DriveKind;
  url: string;
  /** From brackets near the link; null without. */
  name: string | null;
  /** Guessed from words near it. */
  fileType: 'video/mp4' | 'image/jpeg';
  /** The four digits of a camera's file name, by which files are in order. */
  sequence: number;
};

/** Whether a link leads to a photo or film, as far as it says: only Drive knows of the `unknown`. */
export const isDriveFile = ({ kind }: Pick<DriveLink, 'kind'>): boolean =>
  kind === 'file' || kind === 'unknown';

/** The sequence of a file whose name has none. */
export const NO_SEQUENCE = 999_999;

/** How far from a link its name is looked for, and how far the words that tell its type, characters. */
const NAME_WINDOW = 100;
const TYPE_WINDOW = 300;

const LINK = /https?:\/\/(?:drive|docs|drive\.usercontent)\.google\.com\/[^\s<>"'\])]+/gi;
const VIDEO_WORD = /video|mp4|mov\b|footage|recording|\.(?:avi|m4v|mkv|webm)\b/i;
const PHOTO_NAME = /\.(?:jpe?g|png|webp|avif|gif|hei[cf]|tiff?|dng)\b/i;
const NAME = /\[([^[\]\n]+)\]/g;
/** Names of cameras: DJI_0042, DJI_20230802101530_0042_W, IMG_0042, DSC00042. */
const CAMERA_NAME = /(?:^|[^a-z0-9])(?:DJI|IMG|DSC|GOPR|MAX|PANO)_?(?:\d{8,14}_)?(\d{4,5})(?!\d)/i;

/** What a link in a text leads to, by the id of a virtual file; null when it names no file and no folder. */
export function driveTarget(url: string): Pick<DriveLink, 'id' | 'kind'> | null {
  const target = parseDriveLink(url);
  return target && { id: `${VIRTUAL_PREFIX}${target.id}`, kind: target.kind };
}

/**
 * The links to Google Drive in a text, each once: those with a camera's number in its order, the others
 * behind them as they stand.
 */
export function driveLinksIn(text: string): DriveLink[] {
  const found = new Map<string, DriveLink>();
  const matches = [...text.matchAll(LINK)];
  for (const [position, match] of matches.entries()) {
    const url = match[0].replace(/[.,;:!?]+$/, '');
    const target = driveTarget(url);
    if (!target || found.has(target.id)) continue;
    const [start, end] = [match.index, match.index + match[0].length];
    const before = matches[position - 1];
    const near = {
      // A name before the link before is that one's.
      from: Math.max(start - NAME_WINDOW, before ? before.index + before[0].length : 0),
      to: Math.min(end + NAME_WINDOW, matches[position + 1]?.index ?? text.length),
    };
    const name = nameNear(text.slice(near.from, start), text.slice(end, near.to));
    const around = text.slice(Math.max(0, start - TYPE_WINDOW), end + TYPE_WINDOW);
    found.set(target.id, {
      ...target,
      url,
      name,
      fileType: typeOf(name, around),
      sequence: sequenceOf(name ?? ''),
    });
  }
  return [...found.values()].toSorted((a, b) => a.sequence - b.sequence);
}

/** By the file's own name, and by words around the link where that tells nothing: not by names of other files. */
function typeOf(name: string | null, around: string): DriveLink['fileType'] {
  const isVideo =
    name === null
      ? VIDEO_WORD.test(around)
      : VIDEO_WORD.test(name) ||
        (!PHOTO_NAME.test(name) && VIDEO_WORD.test(around.replaceAll(NAME, '')));
  return isVideo ? 'video/mp4' : 'image/jpeg';
}

/** The first folder that a text links to, as an address; null without one. */
export const folderLinkIn = (text: string): string | null =>
  driveLinksIn(text).find(({ kind }) => kind === 'folder')?.url ?? null;

/** The last name in brackets before a link, or one right behind it on its line. */
function nameNear(before: string, behind: string): string | null {
  const name =
    [...before.matchAll(NAME)].at(-1)?.[1] ?? /^[ \t)]*[[(]([^[\]()\n]+)[\])]/.exec(behind)?.[1];
  return name?.trim() || null;
}

/** The number of a camera's file name, NO_SEQUENCE without one. */
export const sequenceOf = (fileName: string): number => {
  const digits = CAMERA_NAME.exec(fileName)?.[1];
  return digits === undefined ? NO_SEQUENCE : Number(digits);
};
