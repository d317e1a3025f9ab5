import { embedCode, sliderCode } from '#domain/embed-sites.ts';
import type { ShareLink } from '#domain/share-links.ts';
import { copyText } from '#web/ui/copy-text.ts';
import { nameOf } from './share-link-names.ts';

/** Puts the code on the clipboard that shows the link in a frame, and says so. */
export const copyEmbedCode = (link: ShareLink): Promise<void> =>
  copyText(embedCode(link.url, nameOf(link)), 'Embed code copied to clipboard');

/** The same of the code that shows one place before and now. */
export const copySliderCode = (link: ShareLink): Promise<void> =>
  copyText(sliderCode(link.url, nameOf(link)), 'Slider code copied to clipboard');
