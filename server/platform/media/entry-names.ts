/** Device names that Windows reserves, with any extension (Win32 "Naming Files, Paths, and Namespaces"). */
const RESERVED = /^(?:con|prn|aux|nul|com[0-9¹²³]|lpt[0-9¹²³]|conin\$|conout\$) *(?:\.|$)/i;
/** Control characters, and direction marks that would show "exe.gpj" as "jpg.exe". */
export const INVISIBLE = /[\p{Cc}\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff]/gu;
/** File systems allow 255 bytes per name; the rest is for " (2)". */
const MAX_SEGMENT_BYTES = 240;
/** UTF-16 units. Windows allows 260 including the folder that people unpack into; " (99999)" must fit, too. */
export const MAX_PATH_LENGTH = 191;
const SPACE_FOR_NAME = 60;

/** Names that unpack safely on any system, in the same order. Duplicates, ignoring case, become "a (2).jpg". */
export function safeEntryNames(names: readonly string[], longest = MAX_PATH_LENGTH): string[] {
  const cleaned = fitPaths(names.map(cleanPath), longest);
  const taken = new Set(cleaned.flatMap(foldersOf).map(foldCase));
  const used = new Map<string, number>();
  return cleaned.map((name) => {
    const key = foldCase(name);
    let unique = name;
    let count = used.get(key) ?? 1;
    while (taken.has(foldCase(unique))) unique = addNumber(name, ++count);
    used.set(key, count);
    taken.add(foldCase(unique));
    return unique;
  });
}

function cleanPath(name: string): string {
  const segments = name.split(/[/\\]/).map(cleanSegment);
  return segments.filter((segment) => segment !== '').join('/') || 'file';
}

function cleanSegment(segment: string): string {
  const text = segment
    .toWellFormed()
    .normalize('NFC')
    .replace(INVISIBLE, '')
    .replace(/[<>:"|?*]/g, '_')
    .trim();
  // Also removes '.' and '..'. Windows drops trailing dots and spaces.
  return avoidReserved(cut(text.replace(/[. ]+$/, ''), MAX_SEGMENT_BYTES, bytesOf));
}

const avoidReserved = (segment: string) => (RESERVED.test(segment) ? `_${segment}` : segment);

const GRAPHEMES = new Intl.Segmenter('en', { granularity: 'grapheme' });

function cut(segment: string, longest: number, lengthOf = lengthInPath): string {
  if (lengthOf(segment) <= longest) return segment;
  const { stem, extension } = splitExtension(segment);
  if (extension.length > 20) return cutText(segment, longest, lengthOf);
  return cutText(stem, longest - lengthOf(extension), lengthOf) + extension;
}

const lengthInPath = (text: string) => text.length;
const bytesOf = (text: string) => Buffer.byteLength(text);

function cutText(text: string, longest: number, lengthOf = lengthInPath): string {
  if (lengthOf(text) <= longest) return text;
  let kept = '';
  for (const { segment: character } of GRAPHEMES.segment(text)) {
    if (lengthOf(kept + character) > longest) break;
    kept += character;
  }
  return kept.replace(/[. ]+$/, '') || '_';
}

function fitPaths(paths: readonly string[], longest: number): readonly string[] {
  if (paths.every((path) => path.length <= longest)) return paths;
  const split = paths.map((path) => path.split('/'));
  const longestFolder = longestFolderOf(split, longest - SPACE_FOR_NAME);
  const known = new Map<string, string>();
  const taken = new Set<string>();
  const folderIn = (parent: string, folder: string) => {
    const key = parent + folder;
    const wanted = parent + avoidReserved(cutText(folder, longestFolder));
    const found = known.get(key) ?? uniqueIn(taken, wanted);
    known.set(key, found);
    return `${found}/`;
  };
  return split.map((segments) => {
    const folder = segments.slice(0, -1).reduce(folderIn, '');
    const name = segments.at(-1) ?? '';
    return folder + avoidReserved(cut(name, Math.max(longest - folder.length, 10)));
  });
}

function uniqueIn(taken: Set<string>, wanted: string): string {
  let unique = wanted;
  for (let count = 2; taken.has(foldCase(unique)); count++) unique = `${wanted} (${count})`;
  taken.add(foldCase(unique));
  return unique;
}

function longestFolderOf(split: readonly string[][], room: number): number {
  const depths = new Set(split.map((segments) => segments.slice(0, -1).join('/')));
  const folders = [...depths].map((path) => path.split('/'));
  const fits = (most: number) =>
    folders.every(
      (path) => path.reduce((sum, { length }) => sum + Math.min(length, most) + 1, 0) <= room,
    );
  let most = MAX_SEGMENT_BYTES;
  while (most > 10 && !fits(most)) most--;
  return most;
}

function addNumber(name: string, count: number): string {
  const { stem, extension } = splitExtension(name);
  return `${stem} (${count})${extension}`;
}

function splitExtension(name: string) {
  const dot = name.lastIndexOf('.');
  const within = dot > name.lastIndexOf('/') + 1;
  return within
    ? { stem: name.slice(0, dot), extension: name.slice(dot) }
    : { stem: name, extension: '' };
}

function foldersOf(name: string): string[] {
  const parts = name.split('/').slice(0, -1);
  return parts.map((_, index) => parts.slice(0, index + 1).join('/'));
}

const foldCase = (name: string) => name.toLowerCase();
