import { Button, Group, Progress, Text } from '@mantine/core';
import { IconDownload, IconFileTypePdf } from '@tabler/icons-react';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { Report } from '#domain/reports.ts';
import type { Submission } from '#domain/submissions.ts';
import { api } from '#web/lib/api.ts';
import { errorMessage } from '#web/lib/error-messages.ts';
import { storageSize } from '#web/lib/formats.ts';

/** How often it is asked how far a report is, milliseconds. */
const ASK_AGAIN_MS = 1500;

/** What was on the page when the report was asked for; `files` as the server lists them. */
type Shown = { submission: Submission; files: unknown };

/** The week as a PDF to send on: made when asked for, then there to download. */
export function ReportButton({ submission }: { submission: Submission }) {
  const submissionId = submission.id;
  const [asked, ask] = useState<Shown | null>(null);
  const client = useQueryClient();
  const input = { submissionId };
  // Names of photos and of their viewpoints are in the report, and not in the submission.
  const { data: files } = useQuery(
    api.files.listPublished.queryOptions({ input, enabled: submission.fileCount > 0 }),
  );
  // The report of a week that has changed is another one: behind the address of before is no PDF any more.
  const isAsked = asked?.submission === submission && (asked.files ?? files) === files;
  // Asked for before they had come: those that come first count.
  if (isAsked && asked.files !== files) ask({ submission, files });
  const options = api.reports.prepare.queryOptions({ input });
  const { data, error } = useQuery({
    ...options,
    enabled: isAsked,
    retry: false,
    staleTime: 0,
    refetchInterval: ({ state }) => (state.data?.state === 'making' ? ASK_AGAIN_MS : false),
  });
  const retry = useMutation(
    api.reports.prepare.mutationOptions({
      onSuccess: (fresh) => client.setQueryData(options.queryKey, fresh),
    }),
  );
  const askAnew = () => {
    void client.resetQueries({ queryKey: options.queryKey });
    ask({ submission, files });
  };
  if (!isAsked) {
    return (
      <Button
        variant="default"
        fullWidth
        mt="sm"
        leftSection={<IconFileTypePdf size={16} stroke={1.75} aria-hidden />}
        onClick={askAnew}
      >
        PDF Report
      </Button>
    );
  }
  if (error || data?.state === 'failed') {
    const message = error ? errorMessage(error) : 'The report could not be made.';
    return <Failed message={message} onRetry={() => retry.mutate({ submissionId, again: true })} />;
  }
  return data?.url ? (
    <Ready report={data} url={data.url} />
  ) : (
    <Making percent={data?.percent ?? 0} />
  );
}

const Ready = ({ report: { fileName, bytes }, url }: { report: Report; url: string }) => (
  <Button
    component="a"
    href={url}
    download={fileName}
    fullWidth
    mt="sm"
    leftSection={<IconDownload size={16} stroke={1.75} aria-hidden />}
  >
    Download PDF Report{bytes === null ? '' : `, ${storageSize(bytes)}`}
  </Button>
);

const Making = ({ percent }: { percent: number }) => (
  <div aria-live="polite">
    <Text size="sm" mt="sm" mb={4} className="tabular">
      Making the PDF report: {percent} %
    </Text>
    <Progress value={Math.max(percent, 3)} aria-label="Making the PDF report" />
  </div>
);

const Failed = ({ message, onRetry }: { message: string; onRetry: () => void }) => (
  <Group gap="sm" mt="sm" role="alert">
    <Text size="sm">{message}</Text>
    <Button variant="default" size="compact-sm" onClick={onRetry}>
      Retry
    </Button>
  </Group>
);
