import { shareLinkState, type ShareLink } from '#domain/share-links.ts';
import { copyText } from '#web/ui/copy-text.ts';

/** What whoever is sent a link should not be the first to find out. */
const CLOSED = {
  active: null,
  expired: 'It has expired, so nobody can open it. Edit the link to give it more time.',
  disabled: 'It is disabled, so nobody can open it. Enable the link before you send it.',
};

/** Puts the address of a link on the clipboard, and says so, and that it does not open where it does not. */
export const copyLink = (link: Pick<ShareLink, 'url' | 'isActive' | 'expiresAt'>): Promise<void> =>
  copyText(link.url, 'Share link copied to clipboard', CLOSED[shareLinkState(link, new Date())]);
