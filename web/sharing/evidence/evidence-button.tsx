import { Alert, Button, Group, List, Modal, Progress, Stack, Text } from '@mantine/core';
import { IconAlertCircle, IconDownload, IconShieldCheck } from '@tabler/icons-react';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { byteSize } from '#domain/byte-size.ts';
import type { Download } from '#domain/downloads.ts';
import type { EvidenceSize, EvidenceScope } from '#domain/evidence.ts';
import { api } from '#web/lib/api.ts';
import { errorMessage } from '#web/lib/error-messages.ts';
import { counted, dateTime } from '#web/lib/formats.ts';
import { DialogForm } from '#web/ui/dialog-buttons.tsx';

type EvidenceButtonProps = { scope: EvidenceScope; fullWidth?: boolean };

export function EvidenceButton({ scope, fullWidth = false }: EvidenceButtonProps) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button
        variant="default"
        fullWidth={fullWidth}
        leftSection={<IconShieldCheck size={16} stroke={1.75} aria-hidden />}
        onClick={() => setOpen(true)}
      >
        Evidence Pack
      </Button>
      <EvidenceDialog scope={scope} isOpen={isOpen} onClose={() => setOpen(false)} />
    </>
  );
}

type EvidenceFormProps = { scope: EvidenceScope; onClose: () => void };
type EvidenceDialogProps = EvidenceFormProps & { isOpen: boolean };

/** Polling interval in case a live event is missed, ms. */
const POLL_MS = 3000;

const EvidenceDialog = ({ isOpen, ...form }: EvidenceDialogProps) => (
  <Modal opened={isOpen} onClose={form.onClose} title="Evidence Pack" size="lg">
    <EvidenceForm {...form} />
  </Modal>
);

function EvidenceForm({ scope, onClose }: EvidenceFormProps) {
  const client = useQueryClient();
  const measure = useQuery(api.evidence.measure.queryOptions({ input: scope }));
  const make = useMutation(
    api.evidence.make.mutationOptions({
      onSuccess: () => client.invalidateQueries({ queryKey: api.downloads.list.key() }),
    }),
  );
  const error = make.error ?? measure.error;
  return (
    <Stack gap="lg">
      <PackContents isOfProject={scope.submissionId === null} />
      {make.data ? (
        <EvidenceProgress requested={make.data} onRetry={() => make.mutate(scope)} />
      ) : (
        <DialogForm
          onSubmit={() => make.mutate(scope)}
          gap="lg"
          label="Create Evidence Pack"
          isBusy={make.isPending}
          isDisabled={!measure.data?.fileCount}
          onCancel={onClose}
        >
          <Text component="output" className="tabular" c={error ? 'red' : undefined}>
            {error ? errorMessage(error) : sizeText(measure.data)}
          </Text>
        </DialogForm>
      )}
    </Stack>
  );
}

const PackContents = ({ isOfProject }: { isOfProject: boolean }) => (
  <Stack gap="xs">
    <Text>
      A signed ZIP of {isOfProject ? 'all published weeks' : 'this week'} for disputes, insurance or
      your records. Anyone can verify on their own that nothing in it was changed.
    </Text>
    <List size="sm" spacing={4}>
      <List.Item>The original files, checked against what was uploaded</List.Item>
      <List.Item>Who uploaded and published them, and when</List.Item>
      <List.Item>Their audit log entries, a verification tool, and instructions</List.Item>
    </List>
  </Stack>
);

function sizeText(measure: EvidenceSize | undefined): string {
  if (!measure) return 'Calculating size…';
  const { fileCount, bytes } = measure;
  if (fileCount === 0) return 'There are no files to include yet.';
  return `${counted(fileCount, 'original file')}, ${byteSize(bytes)}`;
}

function EvidenceProgress({ requested, onRetry }: { requested: Download; onRetry: () => void }) {
  const { data } = useQuery({
    ...api.downloads.list.queryOptions(),
    refetchInterval: ({ state }) =>
      isFinished(state.data?.downloads, requested.id) ? false : POLL_MS,
  });
  const pack = data?.downloads.find(({ id }) => id === requested.id) ?? requested;
  const { state, percent, problem } = pack.progress ?? { state: 'ready', percent: 100 };
  if (state === 'failed') {
    return (
      <Alert
        color="red"
        icon={<IconAlertCircle aria-hidden />}
        title="The pack could not be created"
      >
        <Stack gap="sm" align="flex-start">
          {problem}
          <Button variant="default" size="xs" onClick={onRetry}>
            Try Again
          </Button>
        </Stack>
      </Alert>
    );
  }
  return state === 'ready' ? <Ready pack={pack} /> : <Reading percent={percent} />;
}

const isFinished = (downloads: readonly Download[] | undefined, id: string) => {
  const pack = downloads?.find((one) => one.id === id);
  return pack !== undefined && pack.progress?.state !== 'making';
};

const Reading = ({ percent }: { percent: number }) => (
  <div aria-live="polite">
    <Text mb={4} className="tabular">
      Verifying the original files: {percent}%
    </Text>
    <Progress value={Math.max(percent, 3)} aria-label="Preparing the evidence pack" />
    <Text size="sm" c="dimmed" mt="sm">
      You can close this. The pack will be under Downloads when it&apos;s ready.
    </Text>
  </div>
);

const Ready = ({ pack: { url, fileName, bytes, expiresAt } }: { pack: Download }) => (
  <Stack gap="sm" aria-live="polite">
    <Group>
      <Button
        component="a"
        href={url}
        download={fileName}
        leftSection={<IconDownload size={16} stroke={1.75} aria-hidden />}
      >
        Download ZIP, {byteSize(bytes)}
      </Button>
    </Group>
    <Text size="sm" c="dimmed">
      It&apos;s also under Downloads until {dateTime(expiresAt)}. Start with README.html in the ZIP,
      and keep the ZIP file as it is.
    </Text>
  </Stack>
);
