import type { Tags } from '../flight-tags.ts';

/** Tags of the GPS directory that are measured (Exif 3.0, 4.6.7). */
const NAMES: Record<number, string> = {
  2: 'GPSLatitude',
  4: 'GPSLongitude',
  6: 'GPSAltitude',
  7: 'GPSTimeStamp',
};
/** Types of TIFF 6.0. */
const FLOAT = 11;
const DOUBLE = 12;
const MOST_ENTRIES = 64;
const MOST_NUMBERS = 3;

/**
 * Numbers of the GPS directory that are written as floats or doubles, which Exif doesn't allow and ExifReader leaves
 * out. `header`: where the TIFF begins in `bytes`; `directory`: from there, bytes.
 */
export function gpsFloats(bytes: Uint8Array<ArrayBuffer>, header: number, directory: number): Tags {
  const tiff = new DataView(bytes.buffer, bytes.byteOffset + header, bytes.byteLength - header);
  const isLittle = tiff.getUint16(0) === 0x4949;
  const found: Tags = {};
  const count = Math.min(tiff.getUint16(directory, isLittle), MOST_ENTRIES);
  for (let at = directory + 2; at < directory + 2 + count * 12; at += 12) {
    const name = NAMES[tiff.getUint16(at, isLittle)];
    const type = tiff.getUint16(at + 2, isLittle);
    if (!name || (type !== FLOAT && type !== DOUBLE)) continue;
    const length = Math.min(tiff.getUint32(at + 4, isLittle), MOST_NUMBERS);
    const size = type === FLOAT ? 4 : 8;
    const start = length * size <= 4 ? at + 8 : tiff.getUint32(at + 8, isLittle);
    const numbers = Array.from({ length }, (_, index) =>
      type === FLOAT
        ? tiff.getFloat32(start + index * size, isLittle)
        : tiff.getFloat64(start + index * size, isLittle),
    );
    found[name] = numbers.length === 1 ? numbers[0] : numbers;
  }
  return found;
}

/** Where the TIFF begins in a block of Exif; -1 for none. */
export function tiffHeader(
  bytes: Uint8Array,
  { start, end }: { start: number; end: number },
): number {
  for (let at = start; at + 8 < end; at++) {
    const [a, b, c, d] = bytes.subarray(at, at + 4);
    if (
      (a === 0x49 && b === 0x49 && c === 42 && d === 0) ||
      (a === 0x4d && b === 0x4d && c === 0 && d === 42)
    )
      return at;
  }
  return -1;
}
