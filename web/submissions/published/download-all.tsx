import { Button, Skeleton, Text } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { byteSize } from '#domain/byte-size.ts';
import type { ArchiveFiles } from '#domain/downloads.ts';
import type { Submission } from '#domain/submissions.ts';
import { api } from '#web/lib/api.ts';
import { counted } from '#web/lib/formats.ts';
import { Section } from '#web/ui/section.tsx';
import { LoadError } from '#web/ui/states.tsx';
import { mediaCount } from './submission-contents.ts';

export function DownloadAll({ submission }: { submission: Submission }) {
  const { id: submissionId } = submission;
  const plan = useQuery(api.downloads.plan.queryOptions({ input: { submissionId } }));
  if (plan.isError && !plan.data) {
    return <LoadError title="Failed to prepare the download" query={plan} />;
  }
  return (
    <Section title="Download">
      {plan.data ? (
        <>
          <Text c="dimmed" mb="md" className="tabular">
            {contentsOf(plan.data, submission)}, {byteSize(plan.data.bytes)}
          </Text>
          <Button
            component="a"
            href={plan.data.url}
            download={plan.data.fileName}
            variant="default"
            fullWidth
            leftSection={<IconDownload size={16} stroke={1.75} aria-hidden />}
          >
            Download ZIP
          </Button>
        </>
      ) : (
        <Skeleton height={76} aria-label="Preparing the download" />
      )}
    </Section>
  );
}

/**
 * '9 original files (7 photos, 1 document, 1 RAW file)'. The counts by kind are omitted if they don't add up to all
 * files.
 */
function contentsOf({ fileCount, rawCount }: ArchiveFiles, submission: Submission): string {
  const raws = rawCount > 0 ? `, ${counted(rawCount, 'RAW file')}` : '';
  const isWhole = fileCount === submission.fileCount + rawCount;
  return `${counted(fileCount, 'original file')}${isWhole ? ` (${mediaCount(submission)}${raws})` : ''}`;
}
