import type { Blocks, Tags } from '../flight-tags.ts';
import { bytesAsSource, latin1, type ByteSource } from './byte-source.ts';
import { isPng, isWebp, readPng, readWebp } from './chunks.ts';
import { isHeif, readHeif } from './heif.ts';
import { iptcInPhotoshop, readIptc } from './iptc.ts';
import { isJpeg, readJpeg } from './jpeg.ts';
import type { Parts } from './parts.ts';
import { readTiff, type TiffParts } from './tiff.ts';
import { readXmp } from './xmp.ts';

/** The metadata of a photo, and what is wrong with it. */
export type PhotoBlocks = {
  blocks: Blocks;
  problem: string | null;
  /** The JPEG that cameras put next to the picture. */
  thumbnail: Uint8Array<ArrayBuffer> | null;
  /** Of the picture, where its container says so before its metadata end. */
  pixels: number | null;
  /** Where the picture of a JPEG begins, bytes. */
  scanStart: number | null;
};

/**
 * Reads EXIF, XMP and IPTC of a JPEG, TIFF, DNG, PNG, WebP, AVIF or HEIC; nothing of any other file. Rejects
 * only when the source does.
 */
export async function readPhotoBlocks(source: ByteSource): Promise<PhotoBlocks> {
  const head = await source.read(0, 12);
  const isTiff = ['II*\0', 'MM\0*'].includes(latin1(head, 0, 4));
  const parts = isTiff ? null : await partsOf(source, head);
  const directories = isTiff
    ? [await readTiff(source)]
    : await Promise.all((parts?.exif ?? []).map((bytes) => readTiff(asTiff(bytes))));
  const merged = (name: 'ifd0' | 'exif' | 'gps') => firstOf(directories.map((each) => each[name]));
  const all = <K extends 'xmp' | 'iptc' | 'photoshop'>(name: K): TiffParts[K] =>
    directories.flatMap((each) => each[name]);
  const photoshop = [...(parts?.photoshop ?? []), ...all('photoshop')];
  const iptc = [...photoshop.flatMap(iptcInPhotoshop), ...all('iptc')];
  const xmp = [...(parts?.xmp ?? []), ...all('xmp')].map((bytes) =>
    new TextDecoder().decode(bytes),
  );
  const inXmp = readXmp(xmp);
  const blocks: Blocks = {
    ...inXmp,
    ifd0: { ...cameraInXmp(inXmp), ...merged('ifd0') },
    exif: { ...lensInXmp(inXmp), ...merged('exif') },
    gps: merged('gps'),
    iptc: firstOf(iptc.map(readIptc)),
  };
  const problem = head.length === 0 ? 'the file is empty' : null;
  return {
    blocks,
    problem: problem ?? directories.find((each) => each.problem)?.problem ?? null,
    thumbnail: directories.find((each) => each.thumbnail)?.thumbnail ?? null,
    pixels: parts?.pixels ?? null,
    scanStart: parts?.scanStart ?? null,
  };
}

async function partsOf(source: ByteSource, head: Uint8Array): Promise<Parts | null> {
  if (isJpeg(head)) return await readJpeg(source);
  if (isPng(head)) return await readPng(source);
  if (isWebp(head)) return await readWebp(source);
  return isHeif(head) ? await readHeif(source) : null;
}

/** Some writers put the name of a JPEG's segment before it, also in other containers. */
const asTiff = (bytes: Uint8Array<ArrayBuffer>): ByteSource =>
  bytesAsSource(latin1(bytes, 0, 4) === 'Exif' ? bytes.subarray(6) : bytes);

/** Not its orientation: pictures are turned by EXIF alone. */
const cameraInXmp = ({ 'xmp-tiff': tiff = {} }: Blocks): Tags =>
  withoutGaps({ Make: tiff['Make'], Model: tiff['Model'] });

const lensInXmp = ({ 'xmp-exif': exif = {}, exifEX = {}, aux = {} }: Blocks): Tags =>
  withoutGaps({
    FocalLength: exif['FocalLength'],
    FocalLengthIn35mmFormat: exif['FocalLengthIn35mmFilm'],
    DigitalZoomRatio: exif['DigitalZoomRatio'],
    LensModel: exifEX['LensModel'] ?? aux['Lens'],
  });

/** Each tag from the first that has it. */
const firstOf = (all: readonly Tags[]): Tags =>
  Object.fromEntries(all.toReversed().flatMap((tags) => Object.entries(withoutGaps(tags))));

const withoutGaps = (tags: Tags): Tags =>
  Object.fromEntries(Object.entries(tags).filter(([, value]) => value !== undefined));
