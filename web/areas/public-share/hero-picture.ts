import type { CoverPicture } from '#domain/files.ts';
import type { SharedPage } from '#domain/share-links.ts';

export const heroPicture = (page: SharedPage): CoverPicture | null =>
  page.submissions.find(({ cover }) => cover && cover.presets.length > 0)?.cover ?? null;

/**
 * Value of the `sizes` attribute. The hero covers the screen, so a picture that is wider than an upright phone is
 * cropped. Requests half of its full width: the screen's pixel density makes up for that, and on a slow connection the
 * picture loads twice as fast.
 */
export function heroSizes({ width, height }: CoverPicture): string {
  const ratio = width && height ? width / height : 4 / 3;
  return `max(100vw, ${Math.round(ratio * 50)}vh)`;
}
