/** How far the metadata of a JPEG reach: the first `end` bytes hold it, or its size is in pixels. */
export type JpegHead = { end: number; isWhole: boolean; pixels: number | null };

const START = 0xffd8;
const MARKER = 0xff;
const END = 0xd9;
const SCAN = 0xda;
/** Start of frame, the segments that say the size (ITU T.81, table B.1), without tables that lie between. */
const isFrame = (code: number) =>
  code >= 0xc0 && code <= 0xcf && code !== 0xc4 && code !== 0xc8 && code !== 0xcc;

/**
 * Walks over the segments of a JPEG of which `bytes` is the beginning (ITU T.81, annex B). `end` is where
 * the next segment begins that is not there whole, or the picture itself. Null for anything but a JPEG.
 */
export function jpegHead(bytes: Uint8Array): JpegHead | null {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (bytes.length < 4 || view.getUint16(0) !== START) return null;
  let pixels: number | null = null;
  let at = 2;
  while (at + 10 <= bytes.length && view.getUint8(at) === MARKER) {
    const code = view.getUint8(at + 1);
    if (code === SCAN) return { end: at, isWhole: true, pixels };
    if (isFrame(code)) pixels = view.getUint16(at + 5) * view.getUint16(at + 7);
    at += 2 + view.getUint16(at + 2);
  }
  // What is no marker is damage: more bytes say no more.
  const isDamaged = at + 10 <= bytes.length;
  return { end: at, isWhole: isDamaged, pixels };
}

/** Where the end of most pictures is found. */
const TAIL_BYTES = 64 * 1024;
const MOST_AT_ONCE = 4 * 1024 ** 2;

/**
 * Whether a JPEG has no end (ITU T.81, table B.1), as when copying it was interrupted. Whatever follows the end counts for
 * nothing: zeros, previews, films and other things that cameras append. `start`: where its picture begins, bytes, so that
 * the end of a thumbnail does not count. Reads from the end, and no more than it needs. Rejects when the file cannot be read.
 */
export async function lacksEnd(file: Blob, start: number): Promise<boolean> {
  let length = TAIL_BYTES;
  for (let end = file.size; end > start; length = Math.min(MOST_AT_ONCE, length * 8)) {
    const from = Math.max(start, end - length);
    // One byte more: the marker may be split between two reads.
    const bytes = new Uint8Array(await file.slice(from, end + 1).arrayBuffer());
    if (hasEnd(bytes)) return false;
    end = from;
  }
  return true;
}

/** Within a picture a marker's first byte is never followed by this one: it is stuffed with zero (ITU T.81, B.1.1.5). */
function hasEnd(bytes: Uint8Array): boolean {
  let at = bytes.lastIndexOf(END);
  while (at > 0 && bytes[at - 1] !== MARKER) at = bytes.lastIndexOf(END, at - 1);
  return at > 0;
}
