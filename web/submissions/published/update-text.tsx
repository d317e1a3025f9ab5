import { Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { contentParts, embeddedIds } from '#domain/content-text.ts';
import { driveLinksIn } from '#domain/drive-links.ts';
import type { Submission } from '#domain/submissions.ts';
import { api } from '#web/lib/api.ts';
import { LoadError } from '#web/ui/states.tsx';
import { cleanText } from './clean-text.ts';
import { DriveFiles } from './drive-files.tsx';
import { EmbeddedFile } from './embedded-file.tsx';
import classes from './update-text.module.css';

/** Copies are absent in what a browser kept from before there were any. */
type UpdateTextProps = {
  submission: Pick<Submission, 'id' | 'summary' | 'contentText'> &
    Partial<Pick<Submission, 'driveCopies'>>;
};

/** Summary and text of a submission with the media that stand in it; nothing when it has neither. */
export function UpdateText({ submission }: UpdateTextProps) {
  const { id, summary, contentText, driveCopies = {} } = submission;
  const text = contentText ?? '';
  const links = driveLinksIn(text);
  const files = useQuery(
    api.files.listPublished.queryOptions({
      input: { submissionId: id },
      enabled: embeddedIds(text).length > 0 || links.some((link) => driveCopies[link.id]),
    }),
  );
  const fileOf = (fileId: string | undefined) =>
    files.data?.files.find((each) => each.id === fileId);
  const parts = contentParts(text).flatMap((part) => {
    if (part.kind === 'text') {
      const clean = cleanText(part.text);
      return clean
        ? [
            <Text key={part.at} className={classes.text} c="dimmed">
              {clean}
            </Text>,
          ]
        : [];
    }
    const file = fileOf(part.fileId);
    return file ? [<EmbeddedFile key={part.at} file={file} />] : [];
  });
  return (
    <div className={classes.update}>
      {summary ? <Text className={classes.text}>{summary}</Text> : null}
      {parts}
      {files.isError && !files.data ? (
        <LoadError title="Failed to load files" query={files} />
      ) : null}
      <DriveFiles
        submissionId={id}
        links={files.isLoading ? links.filter((link) => !driveCopies[link.id]) : links}
        copyOf={(link) => fileOf(driveCopies[link.id])}
      />
    </div>
  );
}
