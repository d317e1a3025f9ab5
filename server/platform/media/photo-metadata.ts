import { open } from 'node:fs/promises';
import { jpegSegments, type ByteSource } from '#domain/photo-file/jpeg.ts';
import { readPhotoBlocks } from '#domain/photo-file/photo-blocks.ts';
import type { PhotoType } from '#domain/files.ts';
import { photoMetadata, type PhotoMetadata as WrittenMetadata } from '#domain/photo-metadata.ts';
import type { Blocks } from '#domain/flight-tags.ts';
import { sharp } from '../sharp.ts';

export type PhotoMetadata = WrittenMetadata & { photoType: PhotoType | null };

/** Damaged EXIF, XMP or IPTC becomes null; rejects only if the file can't be read. */
export async function readPhotoMetadata(
  path: string,
  siteTimeZone: string,
): Promise<PhotoMetadata> {
  const file = await open(path);
  try {
    const source: ByteSource = {
      size: (await file.stat()).size,
      async read(at, length) {
        const { buffer, bytesRead } = await file.read(new Uint8Array(length), 0, length, at);
        return buffer.subarray(0, bytesRead);
      },
    };
    const { blocks } = await readPhotoBlocks(source);
    const photoType = await photoTypeOf({ path, source, blocks });
    return { ...photoMetadata(blocks, siteTimeZone), photoType };
  } finally {
    await file.close();
  }
}

const FULL_RATIO = 2;
const MAX_RATIO_ERROR = 0.01;
/** Stitched panoramas of these makers don't always have the XMP tags. */
const PANORAMA_MAKERS = /^(?:dji|insta360|arashi vision|gopro)\b/i;
/** Fewer than the smallest thermal sensor on a drone records (160 x 120 pixels of 16 bits). */
const MIN_THERMAL_BYTES = 30_000;

type Photo = { path: string; source: ByteSource; blocks: Blocks };

const FLIR = new TextEncoder().encode('FLIR\0');

async function photoTypeOf({ path, source, blocks }: Photo): Promise<PhotoType | null> {
  const exifMake = blocks.exif?.['Make'];
  const make = typeof exifMake === 'string' ? exifMake.trim() : '';
  if (await isThermal(source, make)) return 'thermal';
  return (await isPanorama(path, make, blocks)) ? 'panorama' : null;
}

/** FLIR and older DJI cameras write FLIR records to APP1; newer DJI cameras (R-JPEG) write raw values to APP3. */
async function isThermal(source: ByteSource, make: string): Promise<boolean> {
  let measured = 0;
  for await (const { marker, at, length } of jpegSegments(source)) {
    if (marker === 0xe1 && (await source.read(at, 5)).every((byte, index) => byte === FLIR[index]))
      return true;
    if (marker === 0xe3) measured += length;
  }
  return /^dji\b/i.test(make) && measured >= MIN_THERMAL_BYTES;
}

/**
 * Checks GPano tags (Photo Sphere XMP Metadata) or the maker, and also the shape, because cropped copies keep the
 * original's tags.
 */
async function isPanorama(path: string, make: string, { xmp = {} }: Blocks): Promise<boolean> {
  const projection = xmp['ProjectionType'];
  if (projection === undefined ? !PANORAMA_MAKERS.test(make) : projection !== 'equirectangular')
    return false;
  if (!isWhole(xmp, 'Width') || !isWhole(xmp, 'Height')) return false;
  const size = await sharp(path, { limitInputPixels: false })
    .metadata()
    .catch(() => null);
  return size !== null && Math.abs(size.width / size.height / FULL_RATIO - 1) <= MAX_RATIO_ERROR;
}

function isWhole(tags: Record<string, unknown>, side: 'Width' | 'Height'): boolean {
  const [full, cropped] = [tags[`FullPano${side}Pixels`], tags[`CroppedAreaImage${side}Pixels`]];
  if (full === undefined || cropped === undefined) return true;
  return Math.abs(Number(cropped) / Number(full) - 1) <= MAX_RATIO_ERROR;
}
