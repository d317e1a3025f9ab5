import { thumbHashToDataURL } from 'thumbhash';
import { type CoverPicture, pictureUrl } from '#domain/files.ts';

/** Attributes of an `<img>` that let the browser choose among the presets; null without pictures. */
export function sourcesOf({ mediaUrl, presets }: Pick<CoverPicture, 'mediaUrl' | 'presets'>) {
  const ascending = presets.toSorted((a, b) => a - b);
  const smallest = ascending[0];
  if (smallest === undefined) return null;
  return {
    src: pictureUrl(mediaUrl, ascending.find((preset) => preset >= 512) ?? smallest),
    srcSet: ascending.map((preset) => `${pictureUrl(mediaUrl, preset)} ${preset}w`).join(', '),
  };
}

/** The blurred picture of a thumbhash (base64) as a data URL; null when there is none to draw. */
export function placeholderOf(thumbhash: string | null): string | null {
  if (!thumbhash) return null;
  try {
    return thumbHashToDataURL(Uint8Array.from(atob(thumbhash), (letter) => letter.charCodeAt(0)));
  } catch {
    return null;
  }
}
