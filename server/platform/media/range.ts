import type { ByteRange } from '../storage/storage.ts';

/**
 * Reads a Range header for a resource of `size` bytes (RFC 9110, 14.1.2 and 14.2).
 *
 * Answers the one range asked for, cut to the size; 'unsatisfiable' when it lies behind the end
 * (416); null when the header is absent, malformed, of another unit, or asks for several ranges,
 * all of which a server may ignore and answer with the whole (200).
 */
export function parseRange(
  header: string | undefined,
  size: number,
): ByteRange | 'unsatisfiable' | null {
  const match = /^bytes=[ \t]*(\d*)-(\d*)[ \t]*$/i.exec(header ?? '');
  if (!match) return null;
  const [, first = '', last = ''] = match;
  if (first === '' && last === '') return null;
  if (first === '') {
    const length = Number(last);
    return length === 0 || size === 0
      ? 'unsatisfiable'
      : { start: Math.max(0, size - length), end: size - 1 };
  }
  const start = Number(first);
  if (last !== '' && Number(last) < start) return null;
  if (start >= size) return 'unsatisfiable';
  return { start, end: last === '' ? size - 1 : Math.min(Number(last), size - 1) };
}
