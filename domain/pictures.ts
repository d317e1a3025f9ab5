// Free of zod, so that the small script of the share page can use it.

/** Widths, in pixels, that a photo is kept at; none is larger than the photo itself. */
export const PRESETS = [256, 512, 768, 1024, 2048] as const;

/**
 * Where the pictures of a file are: `${mediaUrl}/w${preset}.webp` for each of `presets`.
 * The address is signed, stable for hours and says nothing of the file's name.
 */
export const pictureUrl = (mediaUrl: string, preset: number) => `${mediaUrl}/w${preset}.webp`;

/** The smallest preset at least `width` wide, else the largest there is; null without pictures. */
export const presetFor = (presets: readonly number[], width: number): number | null =>
  presets.toSorted((a, b) => a - b).find((preset) => preset >= width) ??
  presets.toSorted((a, b) => b - a)[0] ??
  null;

/** Where a video is as it is played in browsers: progressive MP4, made of its original. */
export const videoUrl = (mediaUrl: string) => `${mediaUrl}/video.mp4`;
