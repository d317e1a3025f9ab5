import type { ShareLink } from '#domain/share-links.ts';
import { copyText } from '#web/ui/copy-text.ts';

/** Puts the address of a link on the clipboard, and says so. */
export const copyLink = ({ url }: Pick<ShareLink, 'url'>): Promise<void> =>
  copyText(url, 'Share link copied to clipboard');
