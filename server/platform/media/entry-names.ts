/** Names that Windows keeps for devices, with any extension (Win32 "Naming Files, Paths, and Namespaces"). */
const RESERVED = /^(?:con|prn|aux|nul|com[0-9¹²³]|lpt[0-9¹²³]|conin\$|conout\$) *(?:\.|$)/i;
/** Controls, and marks that turn the direction of writing: "exe.gpj" shown as "jpg.exe". */
export const INVISIBLE = /[\p{Cc}\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff]/gu;
/** Most file systems take 255 bytes a name; the rest is room for " (2)". */
const MAX_SEGMENT_BYTES = 240;

/**
 * Makes names for the entries of an archive that unpack safely everywhere, one for each name given
 * and in that order. '/' and '\' part folders; '..', roots, control characters and what Windows
 * forbids are taken out; names that are equal, also but for case, become "a (2).jpg", "a (3).jpg".
 */
export function safeEntryNames(names: readonly string[]): string[] {
  const cleaned = names.map(cleanPath);
  const taken = new Set(cleaned.flatMap(foldersOf).map(fold));
  const used = new Map<string, number>();
  return cleaned.map((name) => {
    const key = fold(name);
    let unique = name;
    let count = used.get(key) ?? 1;
    while (taken.has(fold(unique))) unique = numbered(name, ++count);
    used.set(key, count);
    taken.add(fold(unique));
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
  // Takes out '.' and '..' too: Windows drops dots and spaces at the end of a name.
  const bare = shorten(text.replace(/[. ]+$/, ''));
  return RESERVED.test(bare) ? `_${bare}` : bare;
}

/** Cuts the stem, not the extension, and never inside a character. */
function shorten(segment: string): string {
  if (Buffer.byteLength(segment) <= MAX_SEGMENT_BYTES) return segment;
  const { stem, extension } = splitExtension(segment);
  const kept = extension.length > 20 ? '' : extension;
  const characters = Array.from(kept === '' ? segment : stem);
  while (Buffer.byteLength(characters.join('') + kept) > MAX_SEGMENT_BYTES) characters.pop();
  return characters.join('') + kept;
}

function numbered(name: string, count: number): string {
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

const fold = (name: string) => name.toLowerCase();
