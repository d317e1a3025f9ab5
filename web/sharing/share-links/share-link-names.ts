import type { ShareLink } from '#domain/share-links.ts';
import { shareLinkState } from '#domain/share-links.ts';
import { copyText } from '#web/ui/copy-text.ts';

/** The viewer may have lost access to the project. */
export const projectOf = ({ projectName }: Pick<ShareLink, 'projectName'>) =>
  projectName ?? 'A project you can no longer see';

export const nameOf = (link: Pick<ShareLink, 'title' | 'submissionTitle' | 'projectName'>) =>
  link.title ?? link.submissionTitle ?? projectOf(link);

/** Warnings when copying a link that doesn't open. */
const CLOSED_WARNINGS = {
  active: null,
  expired: 'It has expired, so nobody can open it. Edit the link to give it more time.',
  disabled: 'It is disabled, so nobody can open it. Enable the link before you send it.',
};

export const copyLink = (link: Pick<ShareLink, 'url' | 'isActive' | 'expiresAt'>): Promise<void> =>
  copyText(
    link.url,
    'Share link copied to clipboard',
    CLOSED_WARNINGS[shareLinkState(link, new Date())],
  );
