/** How far the metadata of a JPEG reach: the first `end` bytes hold it, or its size is in pixels. */
export type JpegHead = { end: number; isWhole: boolean; pixels: number | null };

const START = 0xffd8;
const MARKER = 0xff;
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
