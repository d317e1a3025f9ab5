import { open, type FileHandle } from 'node:fs/promises';
import { unsupportedPicture } from './picture-error.ts';

const NO_PREVIEW = 'This raw photo has no preview that can be shown.';

/** TIFF 6.0 and its technical note 1; 513 and 514 are the older way to store a JPEG. */
const TAG = {
  photometric: 262,
  stripOffsets: 273,
  orientation: 274,
  stripByteCounts: 279,
  subDirectories: 330,
  jpegOffset: 513,
  jpegLength: 514,
};
const WANTED_TAGS = new Set(Object.values(TAG));
/** Raw sensor data (DNG 1.7); sometimes stored as a kind of JPEG that sharp can't read. */
const RAW_PHOTOMETRICS = new Set([32803, 34892]);
const MAX_DIRECTORIES = 32;
const MAX_VALUES = 64;
const MAX_PREVIEW_BYTES = 100e6;

type Reader = { bytes(at: number, length: number): Promise<Buffer>; isLittle: boolean };
type Directory = { tags: Map<number, number[]>; next: number };

/** The largest JPEG preview in a DNG, with the photo's orientation. Throws FILE_TYPE_NOT_SUPPORTED if there is none. */
export async function dngPreview(path: string): Promise<Buffer> {
  const file = await open(path);
  try {
    const reader = await readerOf(file);
    const { place, orientation } = await largestPreview(reader);
    return withOrientation(await reader.bytes(place.offset, place.length), orientation);
  } catch (cause) {
    throw cause instanceof RangeError ? unsupportedPicture(cause, NO_PREVIEW) : cause;
  } finally {
    await file.close();
  }
}

async function readerOf(file: FileHandle): Promise<Reader> {
  const bytes = async (at: number, length: number) => {
    const { bytesRead, buffer } = await file.read(Buffer.alloc(length), 0, length, at);
    if (bytesRead < length) throw new RangeError('the file ends early');
    return buffer;
  };
  return { bytes, isLittle: (await bytes(0, 2)).toString('latin1') === 'II' };
}

async function largestPreview(reader: Reader) {
  const first = unsigned(reader, await reader.bytes(4, 4), 0, 4);
  const waiting = [first];
  const seen = new Set<number>();
  let orientation = 1;
  let place = { offset: 0, length: 0 };
  while (waiting.length > 0 && seen.size < MAX_DIRECTORIES) {
    const at = waiting.shift() ?? 0;
    if (at === 0 || seen.has(at)) continue;
    seen.add(at);
    const { tags, next } = await readDirectory(reader, at);
    if (at === first) orientation = tags.get(TAG.orientation)?.[0] ?? 1;
    waiting.push(...(tags.get(TAG.subDirectories) ?? []), next);
    const found = await jpegOf(reader, tags);
    if (found && found.length > place.length) place = found;
  }
  if (place.length === 0) throw new RangeError('no preview');
  return { place, orientation };
}

async function readDirectory(reader: Reader, at: number): Promise<Directory> {
  const count = unsigned(reader, await reader.bytes(at, 2), 0, 2);
  const bytes = await reader.bytes(at + 2, count * 12 + 4);
  const tags = new Map<number, number[]>();
  for (let entry = 0; entry < count * 12; entry += 12) {
    const tag = unsigned(reader, bytes, entry, 2);
    const values = unsigned(reader, bytes, entry + 4, 4);
    if (!WANTED_TAGS.has(tag) || values > MAX_VALUES) continue;
    const width = unsigned(reader, bytes, entry + 2, 2) === 3 ? 2 : 4;
    const source =
      values * width <= 4
        ? bytes.subarray(entry + 8, entry + 12)
        : await reader.bytes(unsigned(reader, bytes, entry + 8, 4), values * width);
    const all = Array.from({ length: values }, (_, n) =>
      unsigned(reader, source, n * width, width),
    );
    tags.set(tag, all);
  }
  return { tags, next: unsigned(reader, bytes, count * 12, 4) };
}

const unsigned = ({ isLittle }: Reader, bytes: Buffer, at: number, length: 2 | 4) =>
  isLittle ? bytes.readUIntLE(at, length) : bytes.readUIntBE(at, length);

async function jpegOf(reader: Reader, tags: Directory['tags']) {
  const [offset, ...others] = tags.get(TAG.jpegOffset) ?? tags.get(TAG.stripOffsets) ?? [];
  const [length = 0] = tags.get(TAG.jpegLength) ?? tags.get(TAG.stripByteCounts) ?? [];
  const isRaw = RAW_PHOTOMETRICS.has(tags.get(TAG.photometric)?.[0] ?? 0);
  if (offset === undefined || others.length > 0 || isRaw) return null;
  if (length < 4 || length > MAX_PREVIEW_BYTES) return null;
  const start = await reader.bytes(offset, 3).catch(() => null);
  return start?.toString('hex') === 'ffd8ff' ? { offset, length } : null;
}

function withOrientation(jpeg: Buffer, orientation: number): Buffer {
  const exif = Buffer.from(
    'ffe100224578696600004d4d002a00000008000101120003000000010000000000000000',
    'hex',
  );
  exif.writeUInt16BE(orientation, 28);
  return Buffer.concat([jpeg.subarray(0, 2), exif, jpeg.subarray(2)]);
}
