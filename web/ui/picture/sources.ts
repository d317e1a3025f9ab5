import { pictureUrl, presetFor } from '#domain/pictures.ts';

/** What an `<img>` needs: base URL, available widths, and the original size in pixels. */
export type PictureSource = {
  mediaUrl: string;
  presets: readonly number[];
  width: number | null;
  height: number | null;
  thumbhash: string | null;
};

/** The widest picture without zooming, in px: 1024 for screens with two pixels per CSS px. */
const FALLBACK_WIDTH = 1024;

/** Null if the file has no pictures. */
export function imageSources(picture: PictureSource): { src: string; srcSet: string } | null {
  const fallback = presetFor(picture.presets, FALLBACK_WIDTH);
  if (fallback === null) return null;
  const srcSet = picture.presets
    .toSorted((a, b) => a - b)
    .map(
      (preset) =>
        `${pictureUrl(picture.mediaUrl, preset)} ${Math.min(preset, picture.width ?? preset)}w`,
    )
    .join(', ');
  return { src: pictureUrl(picture.mediaUrl, fallback), srcSet };
}
