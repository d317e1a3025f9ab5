import type { DriveLink } from '#domain/drive-links.ts';
import type { SubmissionFile } from '#domain/files.ts';
import { ShowMore, useShowMore } from '#web/ui/show-more.tsx';
import { DriveFile } from './drive-file.tsx';
import { EmbeddedFile } from './embedded-file.tsx';

type DriveFilesProps = {
  submissionId: string;
  links: readonly DriveLink[];
  /** The file that was imported of a link. */
  copyOf: (link: DriveLink) => SubmissionFile | undefined;
};

/** What a text links to in Google Drive: the files themselves where they are here, else the way there. */
export function DriveFiles({ submissionId, links, copyOf }: DriveFilesProps) {
  const portions = { name: `drive files of ${submissionId}`, first: 6, more: 24 };
  const { shown, total, showMore } = useShowMore(links, portions);
  return (
    <>
      {shown.map((link) => {
        const copy = copyOf(link);
        return copy ? (
          <EmbeddedFile key={link.id} file={copy} />
        ) : (
          <DriveFile key={link.id} submissionId={submissionId} link={link} />
        );
      })}
      <ShowMore label="Show More Files" shown={shown.length} total={total} onPress={showMore} />
    </>
  );
}
