import { Alert, Button, Group, Progress, Stack, Text } from '@mantine/core';
import { IconAlertCircle, IconClock, IconDownload, IconRefresh } from '@tabler/icons-react';
import { memo, type ReactNode } from 'react';
import { FileRow, RowButton, RowList } from '#web/ui/file-rows.tsx';
import { ConnectButton } from '../connection/connect-button.tsx';
import { needsConnection, errorText } from '../problem.ts';
import {
  fileText,
  isActive,
  openFiles,
  percentOf,
  type Transfer,
  type TransferFile,
  type TransferKind,
  transferDetails,
  transferTitle,
} from './transfer-text.ts';

type TransferCardProps = {
  kind: TransferKind;
  transfer: Transfer;
  place: ReactNode;
  isBusy: boolean;
  onCancel?: () => void;
  onRetry: () => void;
  onRetryFile?: (id: string) => void;
};

export function TransferCard(props: TransferCardProps) {
  const { kind, transfer, place, isBusy, onCancel, onRetry, onRetryFile } = props;
  const { state, problem, files } = transfer;
  const title = transferTitle(kind, transfer);
  const details = transferDetails(kind, transfer);
  const isOn = isActive(transfer);
  const open = state === 'cancelled' ? [] : openFiles(files);
  const hasFailed = state === 'done' && files.some((file) => file.state === 'failed');
  return (
    <Stack gap="xs">
      <Group justify="space-between" gap="xs">
        <div style={{ minWidth: 0 }}>
          <Text fw={600} className="tabular" aria-hidden={!isOn}>
            {title}
          </Text>
          <Text c="dimmed" size="sm" className="tabular" style={{ overflowWrap: 'anywhere' }}>
            {place}
            {place && details ? ' · ' : null}
            {details}
          </Text>
          <output>{isOn ? null : <span className="visually-hidden">{title}</span>}</output>
        </div>
        <Group gap="xs">
          {hasFailed ? (
            <Button size="xs" variant="default" loading={isBusy} onClick={onRetry}>
              Retry Failed Files
            </Button>
          ) : null}
          {isOn && onCancel ? (
            <Button size="xs" variant="subtle" color="red" loading={isBusy} onClick={onCancel}>
              Cancel
            </Button>
          ) : null}
        </Group>
      </Group>
      {isOn ? (
        <Progress value={percentOf(files)} animated aria-label={`Progress: ${title}`} />
      ) : null}
      {state === 'stopped' ? (
        <StoppedAlert reason={errorText(problem ?? 'INTERNAL')} isBusy={isBusy} onRetry={onRetry}>
          {needsConnection(problem) ? <ConnectButton label="Connect Again" /> : null}
        </StoppedAlert>
      ) : null}
      {open.length > 0 ? (
        <RowList
          label={`${title}: files`}
          items={open}
          more="more waiting"
          renderRow={(file) => <TransferRow key={file.id} file={file} onRetry={onRetryFile} />}
        />
      ) : null}
    </Stack>
  );
}

type StoppedAlertProps = {
  reason: string;
  isBusy: boolean;
  onRetry: () => void;
  children: ReactNode;
};

const StoppedAlert = ({ reason, isBusy, onRetry, children }: StoppedAlertProps) => (
  <Alert color="yellow">
    <Text size="sm" mb="sm">
      {reason}
    </Text>
    <Group gap="xs">
      {children}
      <Button variant="default" loading={isBusy} onClick={onRetry}>
        Try Again
      </Button>
    </Group>
  </Alert>
);

const ICONS = { failed: IconAlertCircle, running: IconDownload } as const;

type TransferRowProps = { file: TransferFile; onRetry: ((id: string) => void) | undefined };

/** Memoized by file, because there may be a hundred rows. */
const TransferRow = memo(
  function Row({ file, onRetry }: TransferRowProps) {
    const { id, name, state, sizeBytes, doneBytes } = file;
    const isFailed = state === 'failed';
    return (
      <FileRow
        icon={state === 'failed' || state === 'running' ? ICONS[state] : IconClock}
        name={name}
        message={fileText(file)}
        isBad={isFailed}
        percent={state === 'running' && sizeBytes ? (doneBytes / sizeBytes) * 100 : null}
        progress={`Progress: ${name}`}
      >
        {isFailed && onRetry ? (
          <RowButton icon={IconRefresh} label={`Retry ${name}`} onPress={() => onRetry(id)} />
        ) : null}
      </FileRow>
    );
  },
  (before, after) =>
    before.file.id === after.file.id && fileText(before.file) === fileText(after.file),
);
