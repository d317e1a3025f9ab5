import { Alert, CloseButton, Group, Stack, Text, Button } from '@mantine/core';
import { useQueryClient, useQuery } from '@tanstack/react-query';
import { memo, useState } from 'react';
import type { Upload } from '#domain/uploads.ts';
import { api } from '#web/lib/api.ts';
import { counted, count } from '#web/lib/formats.ts';
import { toast } from '#web/ui/toast.ts';
import { discardUpload } from './upload-api.ts';
import type { Gathered } from './picked-files.ts';
import {
  createBatchKeeper,
  type KeptBatch,
  keptFailures,
  keptTotals,
  withArrived,
} from './upload-records.ts';
import { UploadCard } from './upload-card.tsx';
import { UploadZone } from './upload-zone.tsx';
import { continueBatch, useKeptBatch, useUploads } from './use-uploads.ts';
import { byteSize } from '#domain/byte-size.ts';

type InterruptedUploadProps = {
  batch: KeptBatch;
  /** What the server has of files that are not complete. */
  bytesOfParts: number;
  /** The browser can read the files again by itself. */
  canContinue: boolean;
  onContinue: () => void;
  onForget: () => void;
};

const MAX_NAMED = 3;

/** What was left unfinished when the page was closed or reloaded, why, and how it goes on. */
function InterruptedUpload(props: InterruptedUploadProps) {
  const { batch, bytesOfParts, canContinue, onContinue, onForget } = props;
  const { submissionId } = batch;
  const { data } = useQuery(api.files.list.queryOptions({ input: { submissionId } }));
  const known = withArrived(batch, data?.files ?? []);
  const { files, filesDone, bytes, bytesDone } = keptTotals(known, bytesOfParts);
  const failures = keptFailures(known.files);
  const failed = failures.reduce((sum, [, names]) => sum + names.length, 0);
  const isRefused = failed > 0 && failed === files - filesDone;
  return (
    <Alert
      color="yellow"
      title={isRefused ? `${counted(failed, 'file')} not uploaded` : 'This upload was interrupted'}
    >
      {failures.map(([reason, names]) => (
        <Text key={reason} size="sm" mb="xs">
          {names.slice(0, MAX_NAMED).join(', ')}
          {names.length > MAX_NAMED ? ` and ${count(names.length - MAX_NAMED)} more` : ''}: {reason}
        </Text>
      ))}
      <Text size="sm" mb="sm" className="tabular">
        {canContinue ? null : 'Drop the same folder again to continue. '}
        Uploaded so far: {count(filesDone)} of {counted(files, 'file')} ({byteSize(bytesDone)} of{' '}
        {byteSize(bytes)}).
      </Text>
      <Group gap="xs">
        {canContinue ? (
          <Button size="xs" onClick={onContinue}>
            {isRefused ? 'Retry' : 'Continue Upload'}
          </Button>
        ) : null}
        <Button size="xs" variant="default" onClick={onForget}>
          Discard
        </Button>
      </Group>
    </Alert>
  );
}

type UploadPanelProps = {
  submissionId: string;
  /** Whether the submission has files already, so that the way in need not be large. */
  hasFiles: boolean;
  /** Films alone are taken, with the flight data beside them. */
  isForVideos?: boolean;
};

/** Everything about getting files into a submission, from the drop to the server's word on each. */
export const UploadPanel = memo(function UploadPanel(props: UploadPanelProps) {
  const { submissionId, hasFiles, isForVideos } = props;
  const { queue, snapshot, unfinished } = useUploads(submissionId);
  const queryClient = useQueryClient();
  const [kept, setKept] = useKeptBatch(submissionId, queue);
  const [leftOut, setLeftOut] = useState<readonly string[]>([]);
  const { items } = snapshot;
  const interrupted = kept.kind === 'interrupted' ? kept : null;

  const add = ({ files, handles, leftOut: ignored }: Gathered) => {
    setLeftOut(ignored);
    if (files.length === 0) return;
    queue.add(files, handles, interrupted?.batch ?? null);
    setKept({ kind: 'none' });
  };
  const goOn = async () => {
    if (!interrupted) return;
    const isOn = await continueBatch(queue, interrupted.batch);
    setKept(isOn ? { kind: 'none' } : { ...interrupted, canContinue: false });
  };
  const ofBatch = new Set(interrupted?.batch.files.map(({ name, size }) => `${size} ${name}`));
  const isOfBatch = ({ state, fileName, fileSize }: Upload) =>
    state === 'receiving' && ofBatch.has(`${fileSize} ${fileName}`);
  const parts = unfinished.filter(isOfBatch);
  const forget = async () => {
    createBatchKeeper(submissionId)(null);
    setKept({ kind: 'none' });
    try {
      for (const { id } of parts) await discardUpload(id);
    } catch (error) {
      toast.failure('Failed to discard the upload', error);
    }
    await queryClient.invalidateQueries({ queryKey: api.uploads.list.key() });
  };
  const otherUnfinished = unfinished.filter((upload) => !isOfBatch(upload));

  return (
    <Stack gap="md">
      {interrupted ? (
        <InterruptedUpload
          batch={interrupted.batch}
          bytesOfParts={parts.reduce((bytes, { bytesReceived }) => bytes + bytesReceived, 0)}
          canContinue={interrupted.canContinue}
          onContinue={() => void goOn()}
          onForget={() => void forget()}
        />
      ) : null}
      {kept.kind === 'elsewhere' ? (
        <Alert color="blue">Another browser tab is uploading to this submission.</Alert>
      ) : null}
      <UploadZone
        isCompact={hasFiles || items.length > 0}
        isForVideos={isForVideos}
        onGathered={add}
      />
      {leftOut.length > 0 ? <LeftOut paths={leftOut} onDismiss={() => setLeftOut([])} /> : null}
      {items.length > 0 || otherUnfinished.length > 0 ? (
        <UploadCard queue={queue} snapshot={snapshot} unfinished={otherUnfinished} />
      ) : null}
    </Stack>
  );
});

type LeftOutProps = { paths: readonly string[]; onDismiss: () => void };

/** Says which files nobody meant to upload; not even these go silently. */
function LeftOut({ paths, onDismiss }: LeftOutProps) {
  const names = paths.slice(0, 3).map((path) => path.split('/').at(-1));
  return (
    <Group gap="xs" wrap="nowrap" justify="space-between">
      <Text c="dimmed" size="sm">
        {counted(paths.length, 'system file')} skipped: {names.join(', ')}
        {paths.length > names.length ? ' …' : ''}
      </Text>
      <CloseButton aria-label="Dismiss" size="sm" onClick={onDismiss} />
    </Group>
  );
}
