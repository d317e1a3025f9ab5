import { bareJpeg } from '#domain/bare-jpeg.ts';

/** 'RIFF', the size, 'WEBP', and the whole of the first chunk. */
const HEAD_BYTES = 30;
/** A still picture has at most seven; films have one more for each frame. */
const MOST_CHUNKS = 32;
const MOST_BYTES = 0xffff;

/**
 * EXIF and XMP of a WebP, as a JPEG of nothing else, and its pixels (RFC 9649, section 2). They stand behind
 * the picture. Null for anything but a WebP, and for one that cannot have any.
 */
export async function webpHead(file: Blob): Promise<{ source: Uint8Array; pixels: number } | null> {
  const head = await viewOf(file, 0, HEAD_BYTES);
  if (head.byteLength < HEAD_BYTES) return null;
  const isExtended =
    nameAt(head, 0) === 'RIFF' && nameAt(head, 8) === 'WEBP' && nameAt(head, 12) === 'VP8X';
  if (!isExtended) return null;
  const found = new Map<string, Uint8Array>();
  let at = 12;
  for (let count = 0; count < MOST_CHUNKS && at + 8 <= file.size; count++) {
    const chunk = await viewOf(file, at, 8);
    const [name, size] = [nameAt(chunk, 0), chunk.getUint32(4, true)];
    if ((name === 'EXIF' || name === 'XMP ') && size <= MOST_BYTES) {
      const { buffer } = await viewOf(file, at + 8, size);
      found.set(name, new Uint8Array(buffer));
    }
    // Chunks begin at even bytes.
    at += 8 + size + (size % 2);
  }
  const pixels = (threeBytes(head, 24) + 1) * (threeBytes(head, 27) + 1);
  return { source: bareJpeg(found.get('EXIF'), found.get('XMP ')), pixels };
}

const viewOf = async (file: Blob, at: number, length: number) =>
  new DataView(await file.slice(at, at + length).arrayBuffer());

const nameAt = (view: DataView, at: number) =>
  String.fromCharCode(...[0, 1, 2, 3].map((index) => view.getUint8(at + index)));

const threeBytes = (view: DataView, at: number) =>
  view.getUint16(at, true) + view.getUint8(at + 2) * 0x1_00_00;
