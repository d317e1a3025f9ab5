import { DOMParser } from '@xmldom/xmldom';
import ExifReader from 'exifreader';
import type { Blocks, Tags } from '../flight-tags.ts';
import { scanStart, xmpAsJpeg, type ByteSource } from './jpeg.ts';

/** Numeric tags of the GPS directory (Exif 3.0, 4.6.7). */
const GPS_TAG_NAMES: Record<number, string> = {
  2: 'GPSLatitude',
  4: 'GPSLongitude',
  6: 'GPSAltitude',
  7: 'GPSTimeStamp',
};
const FLOAT = 11;
const DOUBLE = 12;
const MAX_ENTRIES = 64;
const MAX_NUMBERS = 3;

/** GPS numbers stored as floats, which ExifReader skips because Exif doesn't allow them. Both offsets are in bytes. */
function gpsFloats(bytes: Uint8Array<ArrayBuffer>, header: number, directory: number): Tags {
  const tiff = new DataView(bytes.buffer, bytes.byteOffset + header, bytes.byteLength - header);
  const isLittle = tiff.getUint16(0) === 0x4949;
  const found: Tags = {};
  const count = Math.min(tiff.getUint16(directory, isLittle), MAX_ENTRIES);
  for (let at = directory + 2; at < directory + 2 + count * 12; at += 12) {
    const name = GPS_TAG_NAMES[tiff.getUint16(at, isLittle)];
    const type = tiff.getUint16(at + 2, isLittle);
    if (!name || (type !== FLOAT && type !== DOUBLE)) continue;
    const length = Math.min(tiff.getUint32(at + 4, isLittle), MAX_NUMBERS);
    const size = type === FLOAT ? 4 : 8;
    const start = length * size <= 4 ? at + 8 : tiff.getUint32(at + 8, isLittle);
    const numbers = Array.from({ length }, (_, index) =>
      type === FLOAT
        ? tiff.getFloat32(start + index * size, isLittle)
        : tiff.getFloat64(start + index * size, isLittle),
    );
    found[name] = numbers.length === 1 ? numbers[0] : numbers;
  }
  return found;
}

function tiffHeader(bytes: Uint8Array, { start, end }: { start: number; end: number }): number {
  for (let at = start; at + 8 < end; at++) {
    const [a, b, c, d] = bytes.subarray(at, at + 4);
    if (
      (a === 0x49 && b === 0x49 && c === 42 && d === 0) ||
      (a === 0x4d && b === 0x4d && c === 0 && d === 42)
    )
      return at;
  }
  return -1;
}

export type PhotoBlocks = {
  blocks: Blocks;
  thumbnail: Uint8Array<ArrayBuffer> | null;
  /** Pixel count, if the container states it before the end of its metadata. */
  pixels: number | null;
  scanStart: number | null;
};

/** Enough for XMP, which precedes the raw measurements of thermal cameras. */
const MAX_JPEG_BYTES = 1024 ** 2;

const PREFIX_BYTES = 1024 ** 2;
const MAX_BYTES = 64 * 1024 ** 2;

/** Maker notes take longer to parse than everything else. */
const SKIPPED_TAGS = ['MakerNote'];

const OPTIONS = {
  expanded: true,
  computed: true,
  includeOffsets: true,
  // Workers have no DOMParser. Malformed XML is read as far as possible.
  domParser: new DOMParser({ onError: () => undefined }),
  excludeTags: {
    exif: SKIPPED_TAGS,
    makerNotes: true,
    icc: true,
    mpf: true,
    composite: true,
    photoshop: true,
    jfif: true,
  },
} as const;

/**
 * Supports JPEG, TIFF, DNG, PNG, WebP, AVIF, and HEIC; returns no blocks for other files. Rejects only if reading
 * `source` fails.
 */
export async function readPhotoBlocks(source: ByteSource): Promise<PhotoBlocks> {
  const start = await scanStart(source);
  if (start !== null) {
    const bytes = await source.read(0, Math.min(start + 4, MAX_JPEG_BYTES));
    return { ...blocksIn(bytes), scanStart: start };
  }
  const found = blocksIn(await source.read(0, PREFIX_BYTES));
  const isAll = source.size <= PREFIX_BYTES || isComplete(found);
  return { ...(isAll ? found : blocksIn(await source.read(0, MAX_BYTES))), scanStart: null };
}

type FoundBlocks = Omit<PhotoBlocks, 'scanStart'>;

const isComplete = ({ blocks: { exif = {} } }: FoundBlocks) =>
  exif['DateTimeOriginal'] !== undefined && exif['GPSLatitude'] !== undefined;

function blocksIn(bytes: Uint8Array<ArrayBuffer>): FoundBlocks {
  const tags = load(bytes);
  const others = packetsIn(bytes).slice(tags.xmp ? 1 : 0);
  const packets = others.map((packet) => load(xmpAsJpeg(packet)).xmp ?? {});
  const size = { ...tags.gif, ...tags.riff, ...tags.pngFile, ...tags.file } as Tags;
  const [width, height] = ['Width', 'Height'].map((side) =>
    Number(plain(size[`Image ${side}`] ?? size[`Image${side}`])),
  );
  const { image } = tags.Thumbnail ?? {};
  return {
    blocks: {
      exif: { ...mapped(tags.exif ?? {}, computed), ...floatsOf(bytes, tags) },
      xmp: Object.assign({}, ...packets.toReversed().map(asPlain), asPlain(tags.xmp ?? {})) as Tags,
      iptc: mapped(tags.iptc ?? {}, (tag) => (tag as { description?: unknown }).description),
    },
    thumbnail: image ? new Uint8Array(image as ArrayBuffer).slice() : null,
    pixels: width && height ? width * height : null,
  };
}

function load(bytes: Uint8Array<ArrayBuffer>): ExifReader.ExpandedTags {
  const isWhole = bytes.length === bytes.buffer.byteLength;
  try {
    return ExifReader.load(isWhole ? bytes.buffer : bytes.slice().buffer, OPTIONS);
  } catch {
    return {};
  }
}

const PACKET_START = '<x:xmpmeta';
const PACKET_END = '</x:xmpmeta>';
const MAX_PACKETS = 8;

/** XMP packets where ExifReader doesn't look, such as in DNG subdirectories (XMP part 3, 2: scanning for packets). */
function packetsIn(bytes: Uint8Array): Uint8Array<ArrayBuffer>[] {
  const text = new TextDecoder('latin1').decode(bytes);
  const found: Uint8Array<ArrayBuffer>[] = [];
  let at = text.indexOf(PACKET_START);
  while (at >= 0 && found.length < MAX_PACKETS) {
    const end = text.indexOf(PACKET_END, at);
    if (end < 0) break;
    found.push(bytes.slice(at, end + PACKET_END.length));
    at = text.indexOf(PACKET_START, end);
  }
  return found;
}

function floatsOf(bytes: Uint8Array<ArrayBuffer>, tags: ExifReader.ExpandedTags): Tags {
  const block = tags.metadataRange?.blocks.find(({ type }) => type === 'exif') ?? {
    start: 0,
    end: 16,
  };
  const pointer = tags.exif?.['GPS Info IFD Pointer']?.value;
  if (typeof pointer !== 'number') return {};
  try {
    return gpsFloats(bytes, tiffHeader(bytes, block), pointer);
  } catch {
    return {};
  }
}

const computed = (tag: unknown) => (tag as { computed?: unknown }).computed;
const asPlain = (tags: object): Tags => mapped(tags, plain);

const mapped = (tags: object, read: (tag: unknown) => unknown): Tags =>
  Object.fromEntries(Object.entries(tags).map(([name, tag]) => [name, read(tag)]));

function plain(tag: unknown): unknown {
  if (Array.isArray(tag)) return tag.map(plain);
  if (typeof tag !== 'object' || tag === null) return tag;
  return 'value' in tag ? plain(tag.value) : mapped(tag, plain);
}
