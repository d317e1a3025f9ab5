import { DOMParser } from '@xmldom/xmldom';
import ExifReader from 'exifreader';
import type { Blocks, Tags } from '../flight-tags.ts';
import type { ByteSource } from './byte-source.ts';
import { scanStart } from './jpeg.ts';

/** The metadata of a photo, and what its file says about its picture. */
export type PhotoBlocks = {
  blocks: Blocks;
  /** The JPEG that cameras put next to the picture. */
  thumbnail: Uint8Array<ArrayBuffer> | null;
  /** Of the picture, where its container says so before its metadata end. */
  pixels: number | null;
  /** Where the picture of a JPEG begins. */
  scanStart: number | null;
};

/** Thermal cameras put raw measurements before the picture; XMP stands before those. */
const MOST_JPEG_BYTES = 1024 ** 2;
/** Metadata of other files mostly stand in the first part, but may stand behind the picture. */
const PREFIX_BYTES = 1024 ** 2;
const MOST_BYTES = 64 * 1024 ** 2;

const OPTIONS = {
  expanded: true,
  computed: true,
  // Workers have none of their own. Broken XML is read as far as it goes.
  domParser: new DOMParser({ onError: () => undefined }),
  excludeTags: { makerNotes: true, icc: true, mpf: true, composite: true },
} as const;

/**
 * Reads EXIF, XMP and IPTC of a JPEG, TIFF, DNG, PNG, WebP, AVIF or HEIC; nothing of any other file. Rejects
 * only when the source does.
 */
export async function readPhotoBlocks(source: ByteSource): Promise<PhotoBlocks> {
  const start = await scanStart(source);
  if (start !== null) {
    const bytes = await source.read(0, Math.min(start + 4, MOST_JPEG_BYTES));
    return { ...blocksIn(bytes), scanStart: start };
  }
  const found = blocksIn(await source.read(0, PREFIX_BYTES));
  const isAll = source.size <= PREFIX_BYTES || isComplete(found);
  return { ...(isAll ? found : blocksIn(await source.read(0, MOST_BYTES))), scanStart: null };
}

type Found = Omit<PhotoBlocks, 'scanStart'>;

const isComplete = ({ blocks: { exif = {} } }: Found) =>
  exif['DateTimeOriginal'] !== undefined && exif['GPSLatitude'] !== undefined;

function blocksIn(bytes: Uint8Array<ArrayBuffer>): Found {
  try {
    const isWhole = bytes.length === bytes.buffer.byteLength;
    return foundIn(ExifReader.load(isWhole ? bytes.buffer : bytes.slice().buffer, OPTIONS));
  } catch {
    // Damaged, or not a picture.
    return { blocks: {}, thumbnail: null, pixels: null };
  }
}

function foundIn(tags: ExifReader.ExpandedTags): Found {
  const { exif = {}, xmp = {}, iptc = {}, Thumbnail: thumbnail } = tags;
  const size = { ...tags.gif, ...tags.riff, ...tags.pngFile, ...tags.file } as Tags;
  const [width, height] = [plain(size['Image Width']), plain(size['Image Height'])].map(Number);
  return {
    blocks: {
      exif: mapped(exif, (tag) => (tag as { computed?: unknown }).computed),
      xmp: mapped(xmp, plain),
      iptc: mapped(iptc, (tag) => (tag as { description?: unknown }).description),
    },
    thumbnail: thumbnail?.image ? new Uint8Array(thumbnail.image as ArrayBuffer).slice() : null,
    pixels: width && height ? width * height : null,
  };
}

const mapped = (tags: object, read: (tag: unknown) => unknown): Tags =>
  Object.fromEntries(Object.entries(tags).map(([name, tag]) => [name, read(tag)]));

/** The value of a tag of XMP; structures become objects of such values, and lists arrays. */
function plain(tag: unknown): unknown {
  if (Array.isArray(tag)) return tag.map(plain);
  if (typeof tag !== 'object' || tag === null) return tag;
  return 'value' in tag ? plain(tag.value) : mapped(tag, plain);
}
