import { latin1, viewOf, type ByteSource } from './byte-source.ts';
import type { Parts } from './parts.ts';

/** A still picture has fewer; films have one more for each frame. */
const MOST_CHUNKS = 2000;
const MOST_BYTES = 4 * 1024 ** 2;
const MOST_KEYWORD = 79;
const MOST_TEXTS = 64;

type Bytes = Uint8Array<ArrayBuffer>;

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
    if (name === 'EXIF' && parts.exif.length === 0) parts.exif.push(await content());
    if (name === 'XMP ' && parts.xmp.length === 0) parts.xmp.push(await content());
    if (name === 'VP8X') parts.pixels = pixelsOf(await source.read(at + 8, 10));
    // Chunks begin at even bytes.
    at += 8 + size + (size % 2);
  }
  return parts;
}

function pixelsOf(header: Bytes): number | null {
  if (header.length < 10) return null;
  const view = viewOf(header);
  const side = (at: number) => view.getUint16(at, true) + view.getUint8(at + 2) * 0x1_00_00 + 1;
  return side(4) * side(7);
}

/** EXIF, XMP and IPTC of a PNG (Portable Network Graphics, third edition, 11.3; XMP part 3, 1.1.5). */
export async function readPng(source: ByteSource): Promise<Parts> {
  const parts: Parts = { exif: [], xmp: [], photoshop: [] };
  let texts = 0;
  for (let at = 8, count = 0; count < MOST_CHUNKS; count++) {
    const head = await source.read(at, 8);
    if (head.length < 8) break;
    const [size, name] = [viewOf(head).getUint32(0), latin1(head, 4, 8)];
    if (['eXIf', 'iTXt', 'zTXt', 'tEXt'].includes(name) && texts++ < MOST_TEXTS) {
      const content = await source.read(at + 8, Math.min(size, MOST_BYTES));
      // A damaged text is no reason to lose the others.
      await addChunk(parts, name, content).catch(() => null);
    }
    at += 12 + size;
  }
  return parts;
}

async function addChunk(parts: Parts, name: string, content: Bytes): Promise<void> {
  if (name === 'eXIf') {
    parts.exif.push(content);
    return;
  }
  const keyword = latin1(content, 0, Math.min(content.indexOf(0), MOST_KEYWORD));
  const rest = content.subarray(keyword.length + 1);
  if (name === 'iTXt' && keyword === 'XML:com.adobe.xmp') parts.xmp.push(await textAfter(rest));
  const profile = /^Raw profile type (\w+)$/.exec(keyword)?.[1];
  if (name === 'iTXt' || !profile) return;
  const bytes = bytesInHex(name === 'zTXt' ? await inflate(rest.subarray(1)) : rest);
  if (profile === 'exif' || profile === 'APP1') parts.exif.push(bytes);
  if (profile === 'xmp') parts.xmp.push(bytes);
  if (profile === 'iptc' || profile === '8bim') parts.photoshop?.push(bytes);
}

/** The text after a keyword: whether it is compressed and how, language, translated keyword, text. */
async function textAfter(bytes: Bytes): Promise<Bytes> {
  const language = bytes.indexOf(0, 2);
  const text = bytes.subarray(bytes.indexOf(0, language + 1) + 1);
  return bytes[0] === 0 ? text : await inflate(text);
}

/** A profile as ImageMagick writes it into a PNG: its name, its length and its bytes in hexadecimal digits, by lines. */
function bytesInHex(text: Bytes): Bytes {
  const [, , , ...lines] = new TextDecoder().decode(text).split('\n');
  const digits = lines.join('').match(/[\da-f]{2}/gi) ?? [];
  return Uint8Array.from(digits, (pair) => Number.parseInt(pair, 16));
}

async function inflate(bytes: Bytes): Promise<Bytes> {
  const inflated: ReadableStream<Bytes> = new Blob([bytes])
    .stream()
    .pipeThrough(new DecompressionStream('deflate'));
  const reader = inflated.getReader();
  const pieces: Bytes[] = [];
  let room = MOST_BYTES;
  for (let next = await reader.read(); !next.done; next = await reader.read()) {
    room -= next.value.length;
    if (room < 0) throw new RangeError('too long');
    pieces.push(next.value);
  }
  return new Uint8Array(await new Blob(pieces).arrayBuffer());
}
