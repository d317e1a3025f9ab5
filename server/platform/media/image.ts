import type { OutputInfo } from 'sharp';
import { rgbaToThumbHash } from 'thumbhash';
import { PRESETS } from '#domain/pictures.ts';
import { readImageHeader } from './image-header.ts';
import { grayOfValues } from './measured-picture.ts';
import { unsupportedPicture, readTolerantly } from './picture-error.ts';
import { checkDecodedBytes, checkPhotoPixels, MAX_PHOTO_PIXELS } from './picture-size.ts';
import { sharp } from '../sharp.ts';

type Preset = (typeof PRESETS)[number];

export type DerivedPreset = { preset: Preset; width: number; height: number; bytes: number };
/** `width` and `height` of the upright original; `thumbhash` in base64. */
export type DerivedPhoto = {
  width: number;
  height: number;
  presets: DerivedPreset[];
  thumbhash: string;
};
export type WriteDerivative = (preset: Preset, webp: Buffer) => Promise<void>;

const FULL_SCREEN_WIDTH = 2048;
/** WebP's limit (RFC 9649, section 2.5), less one for the encoder. */
const MAX_WEBP_SIDE = 16_383;
const THUMBHASH_SIDE = 100;

type Pixels = { data: Buffer; info: OutputInfo };

/**
 * Nothing is enlarged: a photo 600 pixels wide gets 768 (stored 600 wide), 512 and 256. Throws FILE_EMPTY,
 * FILE_DAMAGED, PICTURE_TOO_LARGE or FILE_TYPE_NOT_SUPPORTED before the first `write`.
 */
export async function derivePhoto(
  path: string,
  write: WriteDerivative,
  mostBytes = Infinity,
): Promise<DerivedPhoto> {
  const header = await readImageHeader(path);
  checkPhotoPixels(header);
  checkDecodedBytes(header.decodedBytes, mostBytes);
  // Decodes the whole file, so that a damaged one fails before the first size is written.
  const read = header.isMeasured ? readMeasured : readPixels;
  let pixels = await readTolerantly((failOn) => read(path, failOn));
  if (header.isMeasured) pixels = toGray(pixels);

  const presets: DerivedPreset[] = [];
  for (const preset of presetsFor(pixels.info.width)) {
    if (preset < pixels.info.width) pixels = await shrink(pixels, preset);
    const { width, height } = pixels.info;
    const webp = await encode(pixels, preset);
    await write(preset, webp);
    presets.push({ preset, width, height, bytes: webp.length });
  }
  const swapsSides = header.orientation >= 5;
  return {
    width: swapsSides ? header.height : header.width,
    height: swapsSides ? header.width : header.height,
    presets,
    thumbhash: await thumbhash(pixels),
  };
}

function presetsFor(width: number): Preset[] {
  const own = PRESETS.find((preset) => preset >= width) ?? FULL_SCREEN_WIDTH;
  return PRESETS.filter((preset) => preset <= own).toReversed();
}

const openUpright = (path: string, failOn: 'warning' | 'error') =>
  sharp(path, { limitInputPixels: MAX_PHOTO_PIXELS, failOn }).autoOrient().resize({
    width: FULL_SCREEN_WIDTH,
    height: MAX_WEBP_SIDE,
    fit: 'inside',
    withoutEnlargement: true,
  });

const readPixels = (path: string, failOn: 'warning' | 'error'): Promise<Pixels> =>
  openUpright(path, failOn)
    .flatten({ background: '#fff' })
    .toColourspace('srgb')
    .raw({ depth: 'uchar' })
    .toBuffer({ resolveWithObject: true });

const readMeasured = (path: string, failOn: 'warning' | 'error'): Promise<Pixels> =>
  openUpright(path, failOn)
    .toColourspace('grey16')
    .raw({ depth: 'ushort' })
    .toBuffer({ resolveWithObject: true });

/** Temperatures and reflectances use only a small part of the 16-bit range and would look black. */
function toGray({ data, info }: Pixels): Pixels {
  const gray = grayOfValues(new Uint16Array(data.buffer, data.byteOffset, data.length / 2));
  if (!gray)
    throw unsupportedPicture(undefined, 'This picture is empty: every pixel has the same value.');
  return { data: gray, info: { ...info, channels: 1 } };
}

const shrink = (pixels: Pixels, width: number): Promise<Pixels> =>
  openRaw(pixels).resize({ width }).raw().toBuffer({ resolveWithObject: true });

const encode = (pixels: Pixels, preset: Preset): Promise<Buffer> =>
  openRaw(pixels)
    .webp({ quality: preset === FULL_SCREEN_WIDTH ? 80 : 76, effort: 4 })
    .toBuffer();

function openRaw({ data, info: { width, height, channels } }: Pixels) {
  return sharp(data, { raw: { width, height, channels }, limitInputPixels: false });
}

async function thumbhash(pixels: Pixels): Promise<string> {
  const { data, info } = await openRaw(pixels)
    .resize(THUMBHASH_SIDE, THUMBHASH_SIDE, { fit: 'inside' })
    .ensureAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  return Buffer.from(rgbaToThumbHash(info.width, info.height, data)).toString('base64');
}
