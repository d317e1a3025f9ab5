export type ByteSource = {
  size: number;
  read: (at: number, length: number) => Promise<Uint8Array<ArrayBuffer>>;
};

export function withHead(source: ByteSource, head: Uint8Array<ArrayBuffer>): ByteSource {
  return {
    size: source.size,
    read: (at, length) =>
      Math.min(at + length, source.size) <= head.length
        ? Promise.resolve(head.subarray(at, at + length))
        : source.read(at, length),
  };
}

const MAX_SEGMENTS = 2000;
const SCAN = 0xda;
const END = 0xd9;

type Segment = { marker: number; at: number; length: number };

/** Segments up to the start of scan (ITU T.81, B.1.1.4); none for other files. `at`: byte offset of the content. */
export async function* jpegSegments(source: ByteSource): AsyncGenerator<Segment> {
  const [first, second] = await source.read(0, 2);
  if (first !== 0xff || second !== 0xd8) return;
  for (let at = 2, count = 0; count < MAX_SEGMENTS; count++) {
    let head = await source.read(at, 4);
    // Markers may be preceded by any number of fill bytes.
    while (head[0] === 0xff && head[1] === 0xff) head = await source.read(++at, 4);
    const [start, marker = 0, high = 0, low = 0] = head;
    const length = high * 256 + low - 2;
    if (head.length < 4 || start !== 0xff || marker < 0xc0 || marker === END || length < 0) return;
    yield { marker, at: at + 4, length };
    if (marker === SCAN) return;
    at += 4 + length;
  }
}

export async function scanStart(source: ByteSource): Promise<number | null> {
  let start: number | null = null;
  for await (const { marker, at, length } of jpegSegments(source)) {
    start = marker === SCAN ? at - 4 : at + length;
  }
  return start;
}

const XMP = new TextEncoder().encode('http://ns.adobe.com/xap/1.0/\0');

/** Wraps an XMP packet in an empty JPEG because ExifReader only accepts files (XMP part 3, 1.1.3). */
export function xmpAsJpeg(packet: Uint8Array): Uint8Array<ArrayBuffer> {
  const length = 2 + XMP.length + packet.length;
  const jpeg = new Uint8Array(4 + length + 4);
  jpeg.set([0xff, 0xd8, 0xff, 0xe1, length >> 8, length & 0xff]);
  jpeg.set(XMP, 6);
  jpeg.set(packet, 6 + XMP.length);
  jpeg.set([0xff, SCAN, 0xff, END], 4 + length);
  return jpeg;
}
