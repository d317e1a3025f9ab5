import type { CoverPicture } from '#domain/files.ts';
import type { SharedPage } from '#domain/share-links.ts';

/** The picture of the newest submission that has one. */
export const heroPicture = (page: SharedPage): CoverPicture | null =>
  page.submissions.find(({ cover }) => cover && cover.presets.length > 0)?.cover ?? null;

/**
 * How wide the hero is for the choice among its sizes: it covers the screen, so that an upright
 * phone shows the middle of a picture wider than itself. Its density makes up for the half that is asked for:
 * on a bad line that is the difference between four seconds and eight.
 */
export function heroSizes({ width, height }: CoverPicture): string {
  const ratio = width && height ? width / height : 4 / 3;
  return `max(100vw, ${Math.round(ratio * 50)}vh)`;
}
