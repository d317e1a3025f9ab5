import { open } from 'node:fs/promises';
import type { FileKind } from '#domain/files.ts';
import { textPlace } from '#domain/text-place.ts';
import type { Place } from '#domain/visit.ts';

/** A drone may fly some seconds before it knows where it is: more than 1,000 entries of a flight log. */
const FIRST_BYTES = 256 * 1024;

/** Where a text was written, from its first bytes; null for any other file. */
export async function readTextPlace(
  path: string,
  fileName: string,
  kind: FileKind,
): Promise<Place | null> {
  if (kind !== 'document' && kind !== 'other') return null;
  const file = await open(path);
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(FIRST_BYTES), 0, FIRST_BYTES, 0);
    return textPlace(fileName, buffer.toString('utf8', 0, bytesRead));
  } finally {
    await file.close();
  }
}
