import { Button, Stack, Text } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { api } from '#web/lib/api.ts';
import { useMutationToasts } from '#web/lib/mutation-toasts.ts';
import { DownloadCard } from '#web/sharing/downloads/download-card.tsx';
import classes from '#web/sharing/downloads/downloads.module.css';
import { Section } from '#web/ui/section.tsx';

/** Polling interval in case a live event is missed, ms. */
const POLL_MS = 3000;

export function CompanyExport({ companyId }: { companyId: string }) {
  const { data } = useQuery({
    ...api.downloads.list.queryOptions(),
    refetchInterval: ({ state }) =>
      state.data?.downloads.some(({ progress }) => progress?.state === 'making') ? POLL_MS : false,
  });
  const withToasts = useMutationToasts(api.downloads.list.key());
  const make = useMutation(
    api.exports.make.mutationOptions(withToasts('Export started', 'Failed to start the export')),
  );
  const downloads = data?.downloads.filter(({ company }) => company?.id === companyId) ?? [];
  const isMaking = downloads.some(({ progress }) => progress?.state === 'making');
  return (
    <Section
      title="Export"
      id="export"
      action={
        <Button
          variant="default"
          size="xs"
          loading={make.isPending}
          disabled={isMaking}
          onClick={() => make.mutate({ companyId })}
        >
          Export Company
        </Button>
      }
    >
      <Stack gap="md">
        <Text size="sm" c="dimmed">
          A ZIP of all projects, weeks and original files with their data, which another
          installation can import. Keep it secret: it contains email addresses and working share
          links.
        </Text>
        {downloads.length > 0 ? (
          <ul className={classes.list} aria-label="Exports">
            {downloads.map((download) => (
              <DownloadCard key={download.id} download={download} />
            ))}
          </ul>
        ) : null}
      </Stack>
    </Section>
  );
}
