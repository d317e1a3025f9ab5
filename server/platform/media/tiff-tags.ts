import type { FileHandle } from 'node:fs/promises';

export type TiffTags = { georeferenced: boolean; floatSamples: boolean; samplesPerPixel: number };

const SAMPLES_PER_PIXEL = 277;
const SAMPLE_FORMAT = 339;
const IEEE_FLOAT = 3;
/** ModelPixelScale, ModelTiepoint, ModelTransformation, GeoKeyDirectory (OGC GeoTIFF 1.1, annex B). */
const GEO_TAGS = [33550, 33922, 34264, 34735];
const MAX_TAGS = 4096;

export async function readTiffTags(file: FileHandle): Promise<TiffTags | null> {
  const header = await readAt(file, 0, 16);
  const directory = header && directoryOf(header);
  if (!directory) return null;
  const { offset, big, little } = directory;
  const entryLength = big ? 20 : 12;
  const countLength = big ? 8 : 2;
  const head = await readAt(file, offset, countLength);
  if (!head) return null;
  const count = big ? unsigned(head, 0, 8, little) : unsigned(head, 0, 2, little);
  if (count === 0 || count > MAX_TAGS) return null;
  const entries = await readAt(file, offset + countLength, count * entryLength);
  if (!entries) return null;

  const tags: TiffTags = { georeferenced: false, floatSamples: false, samplesPerPixel: 1 };
  for (let at = 0; at < entries.length; at += entryLength) {
    const tag = unsigned(entries, at, 2, little);
    const values = unsigned(entries, at + 4, big ? 8 : 4, little);
    const firstShort = unsigned(entries, at + (big ? 12 : 8), 2, little);
    if (GEO_TAGS.includes(tag)) tags.georeferenced = true;
    if (tag === SAMPLES_PER_PIXEL) tags.samplesPerPixel = firstShort;
    // Three or more values are stored elsewhere in the file; in practice, they are all the same.
    if (tag === SAMPLE_FORMAT && values <= (big ? 4 : 2))
      tags.floatSamples = firstShort === IEEE_FLOAT;
    else if (tag === SAMPLE_FORMAT) {
      const first = await readAt(
        file,
        unsigned(entries, at + (big ? 12 : 8), big ? 8 : 4, little),
        2,
      );
      tags.floatSamples = first !== null && unsigned(first, 0, 2, little) === IEEE_FLOAT;
    }
  }
  return tags;
}

function directoryOf(header: Buffer) {
  const order = header.toString('latin1', 0, 2);
  if (order !== 'II' && order !== 'MM') return null;
  const little = order === 'II';
  const version = unsigned(header, 2, 2, little);
  if (version === 42) return { offset: unsigned(header, 4, 4, little), big: false, little };
  if (version === 43) return { offset: unsigned(header, 8, 8, little), big: true, little };
  return null;
}

function unsigned(bytes: Buffer, at: number, length: 2 | 4 | 8, little: boolean): number {
  if (length === 8) return Number(little ? bytes.readBigUInt64LE(at) : bytes.readBigUInt64BE(at));
  return little ? bytes.readUIntLE(at, length) : bytes.readUIntBE(at, length);
}

async function readAt(file: FileHandle, position: number, length: number): Promise<Buffer | null> {
  if (!Number.isSafeInteger(position)) return null;
  const { buffer, bytesRead } = await file.read(Buffer.alloc(length), 0, length, position);
  return bytesRead === length ? buffer : null;
}
