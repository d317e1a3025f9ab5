import { Anchor, Group, Text } from '@mantine/core';
import { IconFile } from '@tabler/icons-react';
import type { Submission } from '#domain/submissions.ts';
import { documentedDay } from '#domain/weeks.ts';
import { useFilesOf } from '#web/submissions/api.ts';
import { FileList } from '#web/submissions/published/other-files.tsx';
import { dateAndAge } from '#web/lib/formats.ts';
import { ShowMore, useShowMore } from '#web/ui/show-more.tsx';
import { FILE_PORTIONS, FoundMedia } from './found-media.tsx';
import { hasDocuments } from './has-documents.ts';

type ProjectDocumentsProps = { submissions: readonly Submission[]; timeZone: string };

/** Documents and other files of submissions, and their folders in Google Drive, week by week. */
export function ProjectDocuments({ submissions, timeZone }: ProjectDocumentsProps) {
  const holding = submissions.filter(hasDocuments);
  const { shown, total, showMore } = useShowMore(holding, { ...FILE_PORTIONS, name: 'documents' });
  const found = useFilesOf(shown);
  const documents = found.files.filter(
    ({ file: { kind } }) => kind === 'document' || kind === 'other',
  );
  const of = (submission: Submission) =>
    documents.flatMap(({ file }) => (file.submissionId === submission.id ? [file] : []));
  return (
    <>
      <FoundMedia
        {...found}
        files={documents}
        empty={{ icon: IconFile, title: 'No Documents Yet' }}
        first={shown.map((submission) => (
          <section key={submission.id} aria-labelledby={`documents-${submission.id}`}>
            <Group justify="space-between" gap="sm" mb="xs">
              <Group gap="sm">
                <h3 id={`documents-${submission.id}`}>{submission.title}</h3>
                <Text component="time" c="dimmed" size="sm">
                  {dateAndAge(documentedDay(submission, timeZone), timeZone)}
                </Text>
              </Group>
              {submission.googleDriveFolderUrl ? (
                <Anchor
                  href={submission.googleDriveFolderUrl}
                  target="_blank"
                  rel="noreferrer"
                  fw={500}
                >
                  Open Google Drive Folder
                </Anchor>
              ) : null}
            </Group>
            <FileList files={of(submission)} />
          </section>
        ))}
      />
      <ShowMore
        label="Show Older Documents"
        shown={shown.length}
        total={total}
        onPress={showMore}
      />
    </>
  );
}
