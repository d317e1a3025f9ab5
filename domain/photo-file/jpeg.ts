import { latin1, viewOf, type ByteSource } from './byte-source.ts';
import type { Parts } from './parts.ts';

const EXIF = 'Exif\0\0';
const XMP = 'http://ns.adobe.com/xap/1.0/\0';
const EXTENDED_XMP = 'http://ns.adobe.com/xmp/extension/\0';
const PHOTOSHOP = 'Photoshop 3.0\0';
/** Name, identifier of 32 characters, full length, offset (XMP part 3, 1.1.3.1). */
const EXTENDED_HEAD = EXTENDED_XMP.length + 40;
/** Depth maps of phones fill megabytes, and say nothing about the photo. */
const MOST_EXTENDED_BYTES = 1024 ** 2;
const MOST_EXTENDED = 32;
const MOST_SEGMENTS = 2000;

const SCAN = 0xda;
const END = 0xd9;
/** Start of frame, the segments with the size (ITU T.81, table B.1), without the tables among them. */
const isFrame = (marker: number) =>
  marker >= 0xc0 && marker <= 0xcf && marker !== 0xc4 && marker !== 0xc8 && marker !== 0xcc;

/** `at`: where the content begins, after marker and length. */
export type Segment = { marker: number; at: number; length: number };

export const isJpeg = (head: Uint8Array): boolean => head[0] === 0xff && head[1] === 0xd8;

/** The segments before the picture of a JPEG (ITU T.81, B.1.1.4), and the start of its scan as the last one. */
export async function* jpegSegments(source: ByteSource): AsyncGenerator<Segment> {
  for (let at = 2, count = 0; count < MOST_SEGMENTS; count++) {
    let head = await source.read(at, 4);
    // Any number of fill bytes may precede a marker.
    while (head[0] === 0xff && head[1] === 0xff) head = await source.read(++at, 4);
    const marker = head[1] ?? 0;
    if (head.length < 4 || head[0] !== 0xff || marker < 0xc0 || marker === END) return;
    const length = viewOf(head).getUint16(2) - 2;
    if (length < 0) return;
    yield { marker, at: at + 4, length };
    if (marker === SCAN) return;
    at += 4 + length;
  }
}

/** What the segments of a JPEG hold; XMP that is too long for one segment is put together. */
export async function readJpeg(source: ByteSource): Promise<Parts> {
  const parts: Parts = { exif: [], xmp: [], photoshop: [], scanStart: 2, pixels: null };
  const extended: { offset: number; bytes: Uint8Array }[] = [];
  for await (const { marker, at, length } of jpegSegments(source)) {
    parts.scanStart = marker === SCAN ? at - 4 : at + length;
    if (isFrame(marker)) {
      const frame = await source.read(at, 5);
      if (frame.length === 5)
        parts.pixels = viewOf(frame).getUint16(1) * viewOf(frame).getUint16(3);
    }
    if (marker !== 0xe1 && marker !== 0xed) continue;
    const bytes = await source.read(at, length);
    const starts = (name: string) => latin1(bytes, 0, name.length) === name;
    if (starts(EXIF)) addExif(parts, bytes.subarray(EXIF.length));
    else if (starts(XMP)) parts.xmp.push(bytes.subarray(XMP.length));
    else if (starts(PHOTOSHOP)) parts.photoshop?.push(bytes.subarray(PHOTOSHOP.length));
    else if (starts(EXTENDED_XMP) && bytes.length > EXTENDED_HEAD) {
      const offset = viewOf(bytes).getUint32(EXTENDED_HEAD - 4);
      if (offset < MOST_EXTENDED_BYTES && extended.length < MOST_EXTENDED)
        extended.push({ offset, bytes: bytes.subarray(EXTENDED_HEAD) });
    }
  }
  if (extended.length > 0) {
    const inOrder = extended.toSorted((a, b) => a.offset - b.offset);
    parts.xmp.push(joined(inOrder.map(({ bytes }) => bytes)));
  }
  return parts;
}

/** EXIF that is too long for one segment continues in the next (ExifTool: "multi-segment EXIF"). */
function addExif(parts: Parts, bytes: Uint8Array<ArrayBuffer>): void {
  const isContinued = !['II', 'MM'].includes(latin1(bytes, 0, 2));
  const last = isContinued ? parts.exif.pop() : undefined;
  parts.exif.push(last ? joined([last, bytes]) : bytes);
}

function joined(pieces: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const all = new Uint8Array(pieces.reduce((length, piece) => length + piece.length, 0));
  let at = 0;
  for (const piece of pieces) {
    all.set(piece, at);
    at += piece.length;
  }
  return all;
}
