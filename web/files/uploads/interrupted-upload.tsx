import { Alert, Button, Group, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { byteSize } from '#domain/byte-size.ts';
import { api } from '#web/lib/api.ts';
import { count, counted } from '#web/lib/formats.ts';
import { type KeptBatch, keptFailures, keptTotals, withArrived } from './queue/kept-batch.ts';

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
export function InterruptedUpload(props: InterruptedUploadProps) {
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
