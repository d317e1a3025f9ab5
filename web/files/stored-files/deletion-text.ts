import type { DeletionConsequences } from '#domain/stored-files.ts';
import { counted } from '#web/lib/formats.ts';

/** What deleting a file means, a sentence a line: 'It is in Week 4 of Riverside Tower, published.' */
export function consequenceTexts(consequences: DeletionConsequences): string[] {
  const { submission, companyName, downloadedBy } = consequences;
  const lines = [];
  if (submission) {
    const { title, status, projectName } = submission;
    const then =
      status === 'published'
        ? 'published. Clients and share links will no longer show it.'
        : status === 'archived'
          ? 'archived.'
          : 'a draft that clients do not see.';
    lines.push(`It is in ${title} of ${projectName}, ${then}`);
  } else if (companyName !== null) {
    lines.push(`${companyName} will no longer find it under Downloads.`);
  } else lines.push('Only staff see it.');
  if (downloadedBy > 0) {
    lines.push(
      `${counted(downloadedBy, 'person', 'people')} downloaded it in an archive and ${downloadedBy === 1 ? 'keeps' : 'keep'} that copy.`,
    );
  }
  return lines;
}
