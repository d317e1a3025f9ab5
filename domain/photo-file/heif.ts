import { latin1, viewOf, type ByteSource } from './byte-source.ts';
import type { Parts } from './parts.ts';

/** The directory of a file of a phone takes some 10 KB. */
const MOST_META_BYTES = 4 * 1024 ** 2;
const MOST_BYTES = 4 * 1024 ** 2;
const MOST_BOXES = 64;
const MOST_ITEMS = 8;

export const isHeif = (head: Uint8Array): boolean => latin1(head, 4, 8) === 'ftyp';

type Bytes = Uint8Array<ArrayBuffer>;
type Box = { name: string; content: Bytes };

/** EXIF and XMP of HEIC and AVIF, items that the `meta` box lists (ISO/IEC 14496-12, 8.11; 23008-12, annex A). */
export async function readHeif(source: ByteSource): Promise<Parts> {
  const parts: Parts = { exif: [], xmp: [] };
  const meta = await metaBox(source);
  if (!meta) return parts;
  const boxes = boxesIn(meta.subarray(4));
  const contentOf = (name: string) => boxes.find((box) => box.name === name)?.content;
  const [names, places] = [contentOf('iinf'), contentOf('iloc')];
  if (!names || !places) return parts;
  const stored = locationsIn(places);
  for (const { id, kind } of itemsIn(names).slice(0, MOST_ITEMS)) {
    const location = stored.get(id);
    if (!location) continue;
    const bytes = await itemBytes(source, contentOf('idat'), location);
    if (kind === 'xmp') parts.xmp.push(bytes);
    else if (bytes.length > 4) parts.exif.push(bytes.subarray(4 + viewOf(bytes).getUint32(0)));
  }
  return parts;
}

async function metaBox(source: ByteSource): Promise<Bytes | null> {
  for (let at = 0, count = 0; count < MOST_BOXES; count++) {
    const head = await source.read(at, 16);
    if (head.length < 8) return null;
    const short = viewOf(head).getUint32(0);
    const start = short === 1 ? 16 : 8;
    if (head.length < start) return null;
    const size = short === 1 ? Number(viewOf(head).getBigUint64(8)) : short || source.size - at;
    if (size < start) return null;
    if (latin1(head, 4, 8) === 'meta') {
      return await source.read(at + start, Math.min(size - start, MOST_META_BYTES));
    }
    at += size;
  }
  return null;
}

function boxesIn(bytes: Bytes): Box[] {
  const boxes: Box[] = [];
  for (let at = 0; at + 8 <= bytes.length;) {
    const size = viewOf(bytes).getUint32(at) || bytes.length - at;
    if (size < 8) break;
    boxes.push({ name: latin1(bytes, at + 4, at + 8), content: bytes.subarray(at + 8, at + size) });
    at += size;
  }
  return boxes;
}

type Item = { id: number; kind: 'exif' | 'xmp' };

/** The items of EXIF and of XMP, from version 2 or 3 of their entries; `id` in their list of places. */
function itemsIn(bytes: Bytes): Item[] {
  const entries = boxesIn(bytes.subarray(bytes[0] === 0 ? 6 : 8));
  return entries.flatMap(({ name, content }): Item[] => {
    const version = content[0] ?? 0;
    if (name !== 'infe' || version < 2 || content.length < (version === 2 ? 12 : 14)) return [];
    const view = viewOf(content);
    const id = version === 2 ? view.getUint16(4) : view.getUint32(4);
    const at = version === 2 ? 8 : 10;
    const type = latin1(content, at, at + 4);
    if (type === 'Exif') return [{ id, kind: 'exif' }];
    const isXmp = type === 'mime' && latin1(content, at + 4).includes('application/rdf+xml');
    return isXmp ? [{ id, kind: 'xmp' }] : [];
  });
}

type Location = { isInside: boolean; extents: { at: number; length: number }[] };

/** Reads big-endian numbers of any width one after another; RangeError at the end. */
function cursorIn(bytes: Bytes) {
  let at = 0;
  const view = viewOf(bytes);
  return (width: number): number => {
    let value = 0;
    for (let n = 0; n < width; n++) value = value * 256 + view.getUint8(at++);
    return value;
  };
}

/** Where items are stored: in the file, or inside the `idat` box. */
function locationsIn(bytes: Bytes): Map<number, Location> {
  const found = new Map<number, Location>();
  const next = cursorIn(bytes);
  try {
    const version = next(1);
    next(3);
    const widths = [next(1), next(1)].flatMap((pair) => [pair >> 4, pair & 15]);
    const [offsetWidth = 0, lengthWidth = 0, baseWidth = 0, indexWidth = 0] = widths;
    // Otherwise a damaged list of nothing takes forever.
    if (lengthWidth === 0) return found;
    const idWidth = version === 2 ? 4 : 2;
    const count = next(idWidth);
    for (let n = 0; n < count; n++) {
      const id = next(idWidth);
      const method = version === 0 ? 0 : next(2) & 15;
      next(2);
      const base = next(baseWidth);
      const extents = Array.from({ length: next(2) }, () => {
        if (version > 0) next(indexWidth);
        return { at: base + next(offsetWidth), length: next(lengthWidth) };
      });
      if (method <= 1) found.set(id, { isInside: method === 1, extents });
    }
  } catch {
    // What is behind the end of a damaged list stays unknown.
  }
  return found;
}

async function itemBytes(source: ByteSource, inside: Bytes | undefined, location: Location) {
  const pieces: Bytes[] = [];
  let room = MOST_BYTES;
  for (const { at, length } of location.extents) {
    const most = Math.min(length, room);
    const bytes = location.isInside
      ? (inside?.subarray(at, at + most) ?? new Uint8Array())
      : await source.read(at, most);
    pieces.push(bytes);
    room -= bytes.length;
  }
  return new Uint8Array(await new Blob(pieces).arrayBuffer());
}
