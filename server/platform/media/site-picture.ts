import { pictureError, readTolerantly, unsupportedPicture } from './picture-error.ts';
import {
  checkDecodedBytes,
  checkPhotoPixels,
  decodedBytes,
  MAX_PHOTO_PIXELS,
} from './picture-size.ts';
import { sharp } from '../sharp.ts';

export type SitePictureRequest = { content: Uint8Array; side: number; type: 'png' | 'webp' };
export type SitePicture = { content: Uint8Array; width: number; height: number };

const FORMATS: readonly string[] = ['svg', 'png', 'jpeg', 'webp'];
const NO_PICTURE = 'This is not an SVG, PNG, JPEG or WebP picture. Choose another file.';
const EXTERNAL =
  /<\?xml-stylesheet|@import|url\(\s*["']?\s*(?!["'#\s]|data:)|<(?:\w+:)?(?:image|feImage|use)\b[^>]*href\s*=\s*["']\s*(?!["'#\s]|data:)/i;
const HAS_EXTERNAL =
  'This SVG uses pictures, fonts or styles of other files. Embed them, then upload it again.';

/**
 * Draws a picture from an untrusted file, without its metadata. An SVG's scripts don't run, and it can't load anything:
 * librsvg has no base address for content from memory. Throws FILE_TYPE_NOT_SUPPORTED, FILE_DAMAGED or
 * PICTURE_TOO_LARGE.
 */
export async function makeSitePicture(
  { content, side, type }: SitePictureRequest,
  mostBytes: number,
): Promise<SitePicture> {
  const header = await sharp(content, { limitInputPixels: false })
    .metadata()
    .catch((error: unknown) => {
      const isUnknown = String(error).includes('unsupported image format');
      throw isUnknown ? unsupportedPicture(error, NO_PICTURE) : pictureError(error);
    });
  if (!FORMATS.includes(header.format)) throw unsupportedPicture(undefined, NO_PICTURE);
  const isSvg = header.format === 'svg';
  if (isSvg && EXTERNAL.test(Buffer.from(content).toString()))
    throw unsupportedPicture(undefined, HAS_EXTERNAL);
  checkPhotoPixels(header);
  checkDecodedBytes(decodedBytes(header), mostBytes);
  const { data, info } = await readTolerantly((failOn) =>
    sharp(content, { limitInputPixels: MAX_PHOTO_PIXELS, failOn })
      .autoOrient()
      .resize({ width: side, height: side, fit: 'inside', withoutEnlargement: !isSvg })
      .toColourspace('srgb')
      .toFormat(type)
      .toBuffer({ resolveWithObject: true }),
  );
  return { content: data, width: info.width, height: info.height };
}
