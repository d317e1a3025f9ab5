import { INVISIBLE } from '#server/platform/media/entry-names.ts';

const MAX_LENGTH = 255;
const MAX_EXTENSION = 20;

/**
 * Removes folders, control characters and direction marks. Returns at most 255 characters, 'file' if nothing is left.
 */
export function cleanFileName(given: string): string {
  const name =
    given
      .toWellFormed()
      .normalize('NFC')
      .split(/[/\\]/)
      .map((part) => part.replace(INVISIBLE, '').trim())
      .findLast((part) => !/^\.*$/.test(part)) ?? 'file';
  const characters = Array.from(name);
  if (characters.length <= MAX_LENGTH) return name;
  const extension = extensionOf(name);
  const kept = extension.length < MAX_EXTENSION ? Array.from(extension) : [];
  return [...characters.slice(0, MAX_LENGTH - kept.length), ...kept].join('');
}

/** Includes the dot. '' if there is no extension. */
export const extensionOf = (name: string): string => /(?<=.)\.[^.\s]+$/u.exec(name)?.[0] ?? '';
