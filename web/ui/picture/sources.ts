import { pictureUrl, presetFor } from '#domain/pictures.ts';

/** What is needed to show a picture: its address, the widths it exists in, its own size in pixels. */
export type PictureSource = {
  mediaUrl: string;
  presets: readonly number[];
  width: number | null;
  height: number | null;
  thumbhash: string | null;
};

/** The widest picture that is asked for without zooming: a screen of 1024 CSS pixels at two dots each. */
const FALLBACK_WIDTH = 1024;

/** `src` and `srcset` of an `<img>`; null when the file has no pictures. */
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
