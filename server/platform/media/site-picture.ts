import { contrast, toColor } from '#domain/colors.ts';
import { pictureError, readTolerantly, unsupportedPicture } from './picture-error.ts';
import {
  checkDecodedBytes,
  checkPhotoPixels,
  decodedBytes,
  MAX_PHOTO_PIXELS,
} from './picture-size.ts';
import { sharp } from '../sharp.ts';

export type SitePictureRequest = {
  content: Uint8Array;
  side: number;
  type: 'png' | 'webp' | 'jpeg';
};
export type SiteIconRequest = { content: Uint8Array; size: number };
export type SitePicture = { content: Uint8Array; width: number; height: number };

const FORMATS: readonly string[] = ['svg', 'png', 'jpeg', 'webp'];
const NO_PHOTO = 'This is not a JPEG, PNG or WebP picture. Choose another file.';
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
  const refusal = type === 'jpeg' ? NO_PHOTO : NO_PICTURE;
  const header = await sharp(content, { limitInputPixels: false })
    .metadata()
    .catch((error: unknown) => {
      const isUnknown = String(error).includes('unsupported image format');
      throw isUnknown ? unsupportedPicture(error, refusal) : pictureError(error);
    });
  const isSvg = header.format === 'svg';
  if (!FORMATS.includes(header.format) || (isSvg && type === 'jpeg'))
    throw unsupportedPicture(undefined, refusal);
  if (isSvg && EXTERNAL.test(Buffer.from(content).toString()))
    throw unsupportedPicture(undefined, HAS_EXTERNAL);
  checkPhotoPixels(header);
  checkDecodedBytes(decodedBytes(header), mostBytes);
  const { data, info } = await readTolerantly((failOn) => {
    const drawn = sharp(content, { limitInputPixels: MAX_PHOTO_PIXELS, failOn })
      .autoOrient()
      .resize({ width: side, height: side, fit: 'inside', withoutEnlargement: !isSvg })
      .toColourspace('srgb');
    const made = type === 'jpeg' ? drawn.flatten({ background: '#fff' }) : drawn;
    return made.toFormat(type).toBuffer({ resolveWithObject: true });
  });
  return { content: data, width: info.width, height: info.height };
}

const BACKGROUNDS = ['#ffffff', '#16191f'];
/** Around the logo, as a part of the icon's side. */
const MARGIN = 0.1;

/** A square PNG of a picture made above, on white or dark, whichever has more contrast with its average color. */
export async function makeSiteIcon({ content, size }: SiteIconRequest): Promise<Uint8Array> {
  const logo = sharp(content);
  const { isOpaque } = await logo.stats();
  const { width, height } = await logo.metadata();
  const average = await logo.clone().resize(1, 1, { fit: 'fill' }).removeAlpha().raw().toBuffer();
  const contrasts = BACKGROUNDS.map((each) => contrast(each, toColor(average)));
  const background = BACKGROUNDS[contrasts.indexOf(Math.max(...contrasts))];
  const margin = isOpaque && width === height ? 0 : Math.round(size * MARGIN);
  const side = size - 2 * margin;
  return logo
    .resize(side, side, { fit: 'contain', background })
    .extend({ top: margin, bottom: margin, left: margin, right: margin, background })
    .flatten({ background })
    .png()
    .toBuffer();
}
