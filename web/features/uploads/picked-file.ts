/** A file somebody chose, with where it lay inside of what was chosen: 'DCIM/100MEDIA/DJI_0001.JPG'. */
export type PickedFile = { file: File; path: string };

/** What systems leave beside the files of people; hidden files are told by their dot. */
const SYSTEM_NAMES = new Set([
  'thumbs.db',
  'desktop.ini',
  '__macosx',
  '$recycle.bin',
  'system volume information',
]);

/** Whether a file was put there by a system and not by a camera or a person, e.g. '.DS_Store'. */
export const isSystemFile = (path: string): boolean =>
  path.split('/').some((part) => part.startsWith('.') || SYSTEM_NAMES.has(part.toLowerCase()));

/** The same file again, chosen in another way or after a reload; folders may be missing in one of both. */
export const likenessOf = (file: Pick<File, 'name' | 'size' | 'lastModified'>): string =>
  JSON.stringify([file.name, file.size, file.lastModified]);
