import type { ShareLink } from '#domain/share-links.ts';
import { shareLinkState } from '#domain/share-links.ts';
import { copyText } from '#web/ui/copy-text.ts';

/** The project of a link, as far as one sees it. */
export const projectOf = ({ projectName }: Pick<ShareLink, 'projectName'>) =>
  projectName ?? 'A project you can no longer see';

/** What a link is called in the list. */
export const nameOf = (link: Pick<ShareLink, 'title' | 'submissionTitle' | 'projectName'>) =>
  link.title ?? link.submissionTitle ?? projectOf(link);

/** What whoever is sent a link should not be the first to find out. */
const CLOSED = {
  active: null,
  expired: 'It has expired, so nobody can open it. Edit the link to give it more time.',
  disabled: 'It is disabled, so nobody can open it. Enable the link before you send it.',
};

/** Puts the address of a link on the clipboard, and says so, and that it does not open where it does not. */
export const copyLink = (link: Pick<ShareLink, 'url' | 'isActive' | 'expiresAt'>): Promise<void> =>
  copyText(link.url, 'Share link copied to clipboard', CLOSED[shareLinkState(link, new Date())]);
