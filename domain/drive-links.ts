import { parseDriveLink, VIRTUAL_PREFIX, type DriveKind } from './drive-address.ts';

export type DriveLink = {
  id: string;
  kind: DriveKind;
  url: string;
  name: string | null;
  fileType: 'video/mp4' | 'image/jpeg';
  sequence: number;
};

export const isDriveFile = ({ kind }: Pick<DriveLink, 'kind'>): boolean =>
  kind === 'file' || kind === 'unknown';

export const NO_SEQUENCE = 999_999;

/** How far from a link to look for its name and for words that indicate its type, in characters. */
const NAME_WINDOW = 100;
const TYPE_WINDOW = 300;

const LINK = /https?:\/\/(?:drive|docs|drive\.usercontent)\.google\.com\/[^\s<>"'\])]+/gi;
const VIDEO_WORD = /video|mp4|mov\b|footage|recording|\.(?:avi|m4v|mkv|webm)\b/i;
const PHOTO_NAME = /\.(?:jpe?g|png|webp|avif|gif|hei[cf]|tiff?|dng)\b/i;
const NAME = /\[([^[\]\n]+)\]/g;
/** Camera file names: DJI_0042, DJI_20230802101530_0042_W, IMG_0042, DSC00042. */
const CAMERA_NAME = /(?:^|[^a-z0-9])(?:DJI|IMG|DSC|GOPR|MAX|PANO)_?(?:\d{8,14}_)?(\d{4,5})(?!\d)/i;

export function driveTarget(url: string): Pick<DriveLink, 'id' | 'kind'> | null {
  const target = parseDriveLink(url);
  return target && { id: `${VIRTUAL_PREFIX}${target.id}`, kind: target.kind };
}

/** Unique Drive links: first those with a camera file number, sorted by it, then the others in order of appearance. */
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

function typeOf(name: string | null, around: string): DriveLink['fileType'] {
  const isVideo =
    name === null
      ? VIDEO_WORD.test(around)
      : VIDEO_WORD.test(name) ||
        (!PHOTO_NAME.test(name) && VIDEO_WORD.test(around.replaceAll(NAME, '')));
  return isVideo ? 'video/mp4' : 'image/jpeg';
}

export const folderLinkIn = (text: string): string | null =>
  driveLinksIn(text).find(({ kind }) => kind === 'folder')?.url ?? null;

function nameNear(before: string, behind: string): string | null {
  const name =
    [...before.matchAll(NAME)].at(-1)?.[1] ?? /^[ \t)]*[[(]([^[\]()\n]+)[\])]/.exec(behind)?.[1];
  return name?.trim() || null;
}

export const sequenceOf = (fileName: string): number => {
  const digits = CAMERA_NAME.exec(fileName)?.[1];
  return digits === undefined ? NO_SEQUENCE : Number(digits);
};
