import { latin1, viewOf, type ByteSource } from './byte-source.ts';
import type { Tags } from '../flight-tags.ts';

/** What the directories of a TIFF hold that a photo is known by; `problem` says what is damaged. */
export type TiffParts = {
  ifd0: Tags;
  exif: Tags;
  gps: Tags;
  xmp: Uint8Array<ArrayBuffer>[];
  iptc: Uint8Array<ArrayBuffer>[];
  photoshop: Uint8Array<ArrayBuffer>[];
  thumbnail: Uint8Array<ArrayBuffer> | null;
  problem: string | null;
};

/** Tags by number (TIFF 6.0; Exif 3.0, 4.6), named as ExifTool does. */
const NAMES = {
  ifd0: { 0x10f: 'Make', 0x110: 'Model', 0x112: 'Orientation', 0x132: 'ModifyDate' },
  exif: {
    0x9003: 'DateTimeOriginal',
    0x9004: 'CreateDate',
    0x9010: 'OffsetTime',
    0x9011: 'OffsetTimeOriginal',
    0x9012: 'OffsetTimeDigitized',
    0x920a: 'FocalLength',
    0xa404: 'DigitalZoomRatio',
    0xa405: 'FocalLengthIn35mmFormat',
    0xa434: 'LensModel',
  },
  gps: {
    1: 'GPSLatitudeRef',
    2: 'GPSLatitude',
    3: 'GPSLongitudeRef',
    4: 'GPSLongitude',
    5: 'GPSAltitudeRef',
    6: 'GPSAltitude',
    7: 'GPSTimeStamp',
    0x1d: 'GPSDateStamp',
  },
} satisfies Record<string, Record<number, string>>;
const PARTS = { 0x2bc: 'xmp', 0x83bb: 'iptc', 0x8649: 'photoshop' } as const;
const POINTER = { sub: 0x14a, exif: 0x8769, gps: 0x8825, thumbnail: 0x201, thumbnailLength: 0x202 };

/** A camera writes some fifty; more is damage. */
const MOST_ENTRIES = 1000;
const MOST_DIRECTORIES = 32;
const MOST_TEXT_BYTES = 4096;
const MOST_PART_BYTES = 4 * 1024 ** 2;
/** Of one kind, so that a file cannot have its bytes read over and over. */
const MOST_PARTS = 8;

type Entry = { tag: number; type: number; count: number; bytes: Uint8Array<ArrayBuffer> };
type Reader = { source: ByteSource; little: boolean; parts: TiffParts };
type Kind = keyof typeof NAMES | 'other';

/** Reads a TIFF, a DNG, or the EXIF of any other file (the same format). Never throws because of what is in it. */
export async function readTiff(source: ByteSource): Promise<TiffParts> {
  const parts: TiffParts = {
    ifd0: {},
    exif: {},
    gps: {},
    xmp: [],
    iptc: [],
    photoshop: [],
    thumbnail: null,
    problem: null,
  };
  const head = await source.read(0, 8);
  const order = latin1(head, 0, 2);
  const little = order === 'II';
  if (head.length < 8 || (!little && order !== 'MM') || viewOf(head).getUint16(2, little) !== 42) {
    return { ...parts, problem: 'its EXIF has no beginning' };
  }
  await walk({ source, little, parts }, viewOf(head).getUint32(4, little));
  return parts;
}

async function walk(reader: Reader, first: number): Promise<void> {
  const waiting: { at: number; kind: Kind }[] = [{ at: first, kind: 'ifd0' }];
  const seen = new Set<number>();
  for (let next = waiting.shift(); next; next = waiting.shift()) {
    if (next.at === 0 || seen.has(next.at) || seen.size >= MOST_DIRECTORIES) continue;
    seen.add(next.at);
    waiting.push(...(await readDirectory(reader, next.at, next.kind)));
  }
}

/** Answers the directories that this one points to. */
async function readDirectory(reader: Reader, at: number, kind: Kind) {
  const { source, little, parts } = reader;
  const head = await source.read(at, 2);
  const count = head.length < 2 ? Infinity : viewOf(head).getUint16(0, little);
  const table = count > MOST_ENTRIES ? new Uint8Array() : await source.read(at + 2, count * 12 + 4);
  if (table.length < count * 12) {
    parts.problem ??= 'a directory of its EXIF cannot be read';
  }
  const found: { at: number; kind: Kind }[] = [];
  const tags = new Map<number, unknown>();
  for (let start = 0; start + 12 <= table.length && start < count * 12; start += 12) {
    const entry = await entryAt(reader, table.subarray(start, start + 12), kind);
    if (!entry) continue;
    const { tag } = entry;
    if (isPart(tag)) parts[PARTS[tag]].push(entry.bytes.slice());
    else tags.set(tag, valueOf(entry, little));
  }
  const offsets = (tag: number) => [tags.get(tag) ?? []].flat().map(Number);
  found.push(...offsets(POINTER.exif).map((to) => ({ at: to, kind: 'exif' as const })));
  found.push(...offsets(POINTER.gps).map((to) => ({ at: to, kind: 'gps' as const })));
  found.push(...offsets(POINTER.sub).map((to) => ({ at: to, kind: 'other' as const })));
  keep(parts, kind, tags);
  if (kind === 'exif' || kind === 'gps') return found;
  if (kind === 'other') parts.thumbnail ??= await thumbnailOf(source, tags);
  const hasNext = table.length === count * 12 + 4;
  const next = hasNext ? viewOf(table).getUint32(count * 12, little) : 0;
  return [...found, { at: next, kind: 'other' as const }];
}

const isPart = (tag: number): tag is keyof typeof PARTS => tag in PARTS;

/** The first directory that has a tag wins: later ones belong to smaller pictures of the same photo. */
function keep(parts: TiffParts, kind: Kind, tags: ReadonlyMap<number, unknown>): void {
  if (kind === 'other') return;
  for (const [tag, name] of Object.entries<string>(NAMES[kind])) {
    parts[kind][name] ??= tags.get(Number(tag));
  }
}

/** Null for tags that nobody asks for, and for those whose value is not in the file. */
async function entryAt(
  { source, little, parts }: Reader,
  entry: Uint8Array<ArrayBuffer>,
  kind: Kind,
): Promise<Entry | null> {
  const view = viewOf(entry);
  const [tag, type] = [view.getUint16(0, little), view.getUint16(2, little)];
  const isNamed = kind !== 'other' && tag in NAMES[kind];
  if (!isNamed && !isPart(tag) && !Object.values(POINTER).includes(tag)) return null;
  const count = view.getUint32(4, little);
  const length = count * (SIZES[type] ?? 0);
  if (length === 0) return null;
  if (length <= 4) return { tag, type, count, bytes: entry.subarray(8, 8 + length) };
  if (length > (isPart(tag) ? MOST_PART_BYTES : MOST_TEXT_BYTES)) return null;
  if (isPart(tag) && parts[PARTS[tag]].length >= MOST_PARTS) return null;
  const bytes = await source.read(view.getUint32(8, little), length);
  if (bytes.length === length) return { tag, type, count, bytes };
  parts.problem ??= 'a value of its EXIF is missing';
  return null;
}

/** Bytes of a value by type: TIFF 6.0, section 2, and UTF-8 of Exif 3.0. */
const SIZES: Record<number, number> = {
  1: 1,
  2: 1,
  3: 2,
  4: 4,
  5: 8,
  6: 1,
  7: 1,
  8: 2,
  9: 4,
  10: 8,
  11: 4,
  12: 8,
  13: 4,
  129: 1,
};
const TEXTS = new Set([2, 129]);

/** Text, a number, or all numbers of a list; rationals with a denominator of 0 are not finite. */
function valueOf({ type, count, bytes }: Entry, little: boolean): unknown {
  if (TEXTS.has(type)) return textOf(bytes);
  const view = viewOf(bytes);
  const size = SIZES[type] ?? 1;
  const numbers = Array.from({ length: count }, (_, index) =>
    numberAt(view, index * size, type, little),
  );
  return numbers.length === 1 ? numbers[0] : numbers;
}

function numberAt(view: DataView, at: number, type: number, little: boolean): number {
  switch (type) {
    case 3:
      return view.getUint16(at, little);
    case 4:
    case 13:
      return view.getUint32(at, little);
    case 5:
      return view.getUint32(at, little) / view.getUint32(at + 4, little);
    case 6:
      return view.getInt8(at);
    case 8:
      return view.getInt16(at, little);
    case 9:
      return view.getInt32(at, little);
    case 10:
      return view.getInt32(at, little) / view.getInt32(at + 4, little);
    case 11:
      return view.getFloat32(at, little);
    case 12:
      return view.getFloat64(at, little);
    default:
      return view.getUint8(at);
  }
}

/** Text up to its end in UTF-8, which many write where ASCII is meant. */
const textOf = (bytes: Uint8Array): string =>
  new TextDecoder().decode(bytes).split('\0', 1)[0] ?? '';

/** The JPEG beside the picture, in a copy that does not hold all that was read. */
async function thumbnailOf(source: ByteSource, tags: ReadonlyMap<number, unknown>) {
  const [at, length] = [tags.get(POINTER.thumbnail), tags.get(POINTER.thumbnailLength)];
  if (typeof at !== 'number' || typeof length !== 'number' || length > MOST_PART_BYTES) return null;
  const bytes = await source.read(at, length);
  return bytes[0] === 0xff && bytes[1] === 0xd8 ? bytes.slice() : null;
}
