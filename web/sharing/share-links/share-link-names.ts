import type { ShareLink } from '#domain/share-links.ts';

/** The project of a link, as far as one sees it. */
export const projectOf = ({ projectName }: Pick<ShareLink, 'projectName'>) =>
  projectName ?? 'A project you can no longer see';

/** What a link is called in the list. */
export const nameOf = (link: Pick<ShareLink, 'title' | 'submissionTitle' | 'projectName'>) =>
  link.title ?? link.submissionTitle ?? projectOf(link);
