import { Button, Group, Loader, Text } from '@mantine/core';
import { IconFileTypePdf } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { client } from '#web/lib/api.ts';
import { errorMessage } from '#web/lib/error-messages.ts';
import { saveFile } from '#web/lib/save-file.ts';

const POLL_MS = 1500;

/** Downloads the PDF right away if it already exists, otherwise once it has been created. */
export function ReportButton({ submissionId }: { submissionId: string }) {
  const [percent, setPercent] = useState<number | null>(null);
  const isOpen = useRef(true);
  useEffect(() => {
    isOpen.current = true;
    return () => {
      isOpen.current = false;
    };
  }, []);
  const download = useMutation({
    mutationFn: async (again: boolean) => {
      setPercent(null);
      let report = await client.reports.prepare({ submissionId, again });
      while (report.state === 'making' && isOpen.current) {
        setPercent(report.percent);
        await new Promise((resolve) => {
          setTimeout(resolve, POLL_MS);
        });
        report = await client.reports.prepare({ submissionId, again: false });
      }
      return report;
    },
    onSuccess: ({ url, fileName }) => {
      if (url && isOpen.current) saveFile(url, fileName);
    },
  });
  const { isPending, error, data, mutate } = download;
  if (error || data?.state === 'failed') {
    const message = error ? errorMessage(error) : "The report couldn't be created.";
    return <ReportFailed message={message} onRetry={() => mutate(true)} />;
  }
  const isMaking = isPending && percent !== null;
  return (
    <div aria-live="polite">
      <Button
        variant="default"
        fullWidth
        mt="sm"
        aria-disabled={isPending}
        leftSection={
          isPending ? <Loader size={16} /> : <IconFileTypePdf size={16} stroke={1.75} aria-hidden />
        }
        onClick={() => isPending || mutate(false)}
      >
        {isMaking ? `Creating the PDF report: ${percent}%` : 'PDF Report'}
      </Button>
    </div>
  );
}

const ReportFailed = ({ message, onRetry }: { message: string; onRetry: () => void }) => (
  <Group gap="sm" mt="sm" role="alert">
    <Text size="sm">{message}</Text>
    <Button variant="default" size="compact-sm" onClick={onRetry}>
      Retry
    </Button>
  </Group>
);
