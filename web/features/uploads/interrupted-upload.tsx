import { Alert, Button, Group, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { api } from '#web/lib/api.ts';
import { count, counted, storageSize } from '#web/lib/formats.ts';
import { type KeptBatch, keptTotals, withArrived } from './queue/kept-batch.ts';

type InterruptedUploadProps = {
  batch: KeptBatch;
  /** What the server has of files that are not complete. */
  bytesOfParts: number;
  /** The browser can read the files again by itself. */
  canContinue: boolean;
  onContinue: () => void;
  onForget: () => void;
};

/** What was left unfinished when the page was closed or reloaded, and how it goes on. */
export function InterruptedUpload(props: InterruptedUploadProps) {
  const { batch, bytesOfParts, canContinue, onContinue, onForget } = props;
  const { submissionId } = batch;
  const { data } = useQuery(api.files.list.queryOptions({ input: { submissionId } }));
  const known = withArrived(batch, data?.files ?? []);
  const { files, filesDone, bytes, bytesDone } = keptTotals(known, bytesOfParts);
  return (
    <Alert color="yellow" title="This upload was interrupted">
      <Text size="sm" mb="sm" className="tabular">
        {canContinue ? null : 'Drop the same folder again to continue: '}
        {count(filesDone)} of {counted(files, 'file')} are already here ({storageSize(bytesDone)} of{' '}
        {storageSize(bytes)}).
      </Text>
      <Group gap="xs">
        {canContinue ? (
          <Button size="xs" onClick={onContinue}>
            Continue upload
          </Button>
        ) : null}
        <Button size="xs" variant="default" onClick={onForget}>
          Discard
        </Button>
      </Group>
    </Alert>
  );
}
