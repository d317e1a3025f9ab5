import { sharp } from '../sharp.ts';

/** Light only, one byte a pixel, line by line. */
export type GreyPicture = { pixels: Uint8Array; width: number; height: number };

/** Reads a picture of ours, at most `width` wide. */
export async function readGrey(path: string, width: number): Promise<GreyPicture> {
  const { data, info } = await sharp(path)
    .resize({ width, withoutEnlargement: true })
    .toColourspace('b-w')
    .removeAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  return { pixels: data, width: info.width, height: info.height };
}
