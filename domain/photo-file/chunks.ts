import { latin1, viewOf, type ByteSource } from './byte-source.ts';
import type { Parts } from './parts.ts';

/** A still picture has fewer; films have one more for each frame. */
const MOST_CHUNKS = 2000;
const MOST_BYTES = 4 * 1024 ** 2;

export const isWebp = (head: Uint8Array): boolean =>
  latin1(head, 0, 4) === 'RIFF' && latin1(head, 8, 12) === 'WEBP';
export const isPng = (head: Uint8Array): boolean => latin1(head, 0, 8) === '\x89PNG\r\n\x1A\n';

/** EXIF and XMP of a WebP, which are stored after the picture (RFC 9649, section 2). */
export async function readWebp(source: ByteSource): Promise<Parts> {
  const parts: Parts = { exif: [], xmp: [] };
  for (let at = 12, count = 0; count < MOST_CHUNKS; count++) {
    const head = await source.read(at, 8);
    if (head.length < 8) break;
    const [name, size] = [latin1(head, 0, 4), viewOf(head).getUint32(4, true)];
    const content = () => source.read(at + 8, Math.min(size, MOST_BYTES));
    if (name === 'EXIF') parts.exif.push(await content());
    if (name === 'XMP ') parts.xmp.push(await content());
    if (name === 'VP8X') parts.pixels = pixelsOf(await source.read(at + 8, 10));
    // Chunks begin at even bytes.
    at += 8 + size + (size % 2);
  }
  return parts;
}

function pixelsOf(header: Uint8Array<ArrayBuffer>): number | null {
  if (header.length < 10) return null;
  const view = viewOf(header);
  const side = (at: number) => view.getUint16(at, true) + view.getUint8(at + 2) * 0x1_00_00 + 1;
  return side(4) * side(7);
}

const XMP_KEYWORD = 'XML:com.adobe.xmp\0';

/** EXIF and XMP of a PNG (Portable Network Graphics, third edition, 11.3; XMP part 3, 1.1.5). */
export async function readPng(source: ByteSource): Promise<Parts> {
  const parts: Parts = { exif: [], xmp: [] };
  for (let at = 8, count = 0; count < MOST_CHUNKS; count++) {
    const head = await source.read(at, 8);
    if (head.length < 8) break;
    const [size, name] = [viewOf(head).getUint32(0), latin1(head, 4, 8)];
    const content = () => source.read(at + 8, Math.min(size, MOST_BYTES));
    if (name === 'eXIf') parts.exif.push(await content());
    if (name === 'iTXt') parts.xmp.push(...(await xmpText(await content())));
    at += 12 + size;
  }
  return parts;
}

/** The packet of a text chunk: keyword, whether it is compressed and how, language, translated keyword, text. */
async function xmpText(bytes: Uint8Array<ArrayBuffer>): Promise<Uint8Array<ArrayBuffer>[]> {
  if (latin1(bytes, 0, XMP_KEYWORD.length) !== XMP_KEYWORD) return [];
  const language = bytes.indexOf(0, XMP_KEYWORD.length + 2);
  const text = bytes.subarray(bytes.indexOf(0, language + 1) + 1);
  if (bytes[XMP_KEYWORD.length] === 0) return [text];
  const inflated = await inflate(text).catch(() => null);
  return inflated ? [inflated] : [];
}

async function inflate(bytes: Uint8Array<ArrayBuffer>): Promise<Uint8Array<ArrayBuffer>> {
  const inflated: ReadableStream<Uint8Array<ArrayBuffer>> = new Blob([bytes])
    .stream()
    .pipeThrough(new DecompressionStream('deflate'));
  const reader = inflated.getReader();
  const pieces: Uint8Array<ArrayBuffer>[] = [];
  let room = MOST_BYTES;
  for (let next = await reader.read(); !next.done; next = await reader.read()) {
    room -= next.value.length;
    if (room < 0) throw new RangeError('too long');
    pieces.push(next.value);
  }
  return new Uint8Array(await new Blob(pieces).arrayBuffer());
}
