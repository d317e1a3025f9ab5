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

/** Behind the end of a picture cameras may put some bytes of their own. */
const TAIL_BYTES = 64 * 1024;
/** What says that a film lies there: Motion Photo format 1.0 and what was before it, in the head; Samsung's, in the tail. */
const FILM_BEHIND = /MotionPhoto|MicroVideo/;

/**
 * Whether a JPEG has no end (ITU T.81, table B.1), as when copying it was broken off. `start`: where its picture
 * begins, bytes, so that the end of a thumbnail does not count. False for a photo with a film behind it, of which
 * this cannot be said. Rejects when the file cannot be read.
 */
export async function lacksEnd(file: Blob, start: number): Promise<boolean> {
  const from = Math.max(start, file.size - TAIL_BYTES);
  const tail = new Uint8Array(await file.slice(from).arrayBuffer());
  let at = tail.lastIndexOf(END);
  while (at > 0 && tail[at - 1] !== MARKER) at = tail.lastIndexOf(END, at - 1);
  if (at > 0) return false;
  return !FILM_BEHIND.test(await new Blob([file.slice(0, start), tail]).text());
}
