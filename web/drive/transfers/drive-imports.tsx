import { Anchor, Button, Card, Group, Stack, Title, Alert, Text } from '@mantine/core';
import { IconRefresh } from '@tabler/icons-react';
import { useId } from 'react';
import type { DriveImport, DriveCheck } from '#domain/drive.ts';
import { dateTime, counted } from '#web/lib/formats.ts';
import { TransferCard } from './transfer-card.tsx';
import { isActive, omitRetried } from './transfer-text.ts';
import {
  useDriveImports,
  useImportChanges,
  useStartImport,
  type DriveFileRef,
} from './use-imports.ts';

type ChangedFilesProps = {
  files: DriveCheck['changed'];
  isBusy: boolean;
  onImport: (files: readonly DriveFileRef[]) => void;
  onDismiss: () => void;
};

const MAX_NAMED = 5;

function ChangedFiles({ files, isBusy, onImport, onDismiss }: ChangedFilesProps) {
  if (files.length === 0) return null;
  const names = files.slice(0, MAX_NAMED).map(({ name }) => name);
  const more = files.length - names.length;
  const noun = counted(files.length, 'file');
  const wanted = files.map(({ driveFileId, name, resourceKey = null }) => ({
    id: driveFileId,
    name,
    resourceKey,
  }));
  return (
    <Alert color="yellow" title={`${noun} changed in Google Drive since import`}>
      <Text size="sm" mb="sm" style={{ overflowWrap: 'anywhere' }}>
        {names.join(', ')}
        {more > 0 ? ` and ${counted(more, 'more file')}` : ''}. Importing adds the new{' '}
        {files.length === 1 ? 'version and keeps the old one' : 'versions and keeps the old ones'}.
      </Text>
      <Group gap="xs">
        <Button variant="default" loading={isBusy} onClick={() => onImport(wanted)}>
          Import {files.length === 1 ? 'the New Version' : 'the New Versions'}
        </Button>
        <Button variant="subtle" color="gray" disabled={isBusy} onClick={onDismiss}>
          Not Now
        </Button>
      </Group>
    </Alert>
  );
}

type DriveImportsProps = {
  submissionId: string;
  timeZone: string;
  /**
   * Whether to show finished imports and the button that checks for new files, too. Otherwise, only imports that are
   * running or need attention are shown.
   */
  withPast: boolean;
};

const isUrgent = (it: DriveImport) =>
  isActive(it) || it.state === 'stopped' || it.files.some(({ state }) => state === 'failed');

export function DriveImports({ submissionId, timeZone, withPast }: DriveImportsProps) {
  const titleId = useId();
  const { data } = useDriveImports(submissionId);
  const { cancel, retry, check } = useImportChanges(submissionId);
  const start = useStartImport(submissionId);
  const importChanged = (files: readonly DriveFileRef[]) =>
    start.mutate({ source: null, subfolders: false, files }, { onSuccess: check.reset });
  const imports = omitRetried(data?.imports ?? []);
  const shown = withPast ? imports : imports.filter(isUrgent);
  if (shown.length === 0) return null;
  const isBusy = (id: string) =>
    (cancel.isPending && cancel.variables.id === id) ||
    (retry.isPending && retry.variables.id === id);
  const canCheck =
    withPast && imports.some(({ source }) => source !== null) && !imports.some(isActive);
  return (
    <Card padding="md" component="section" aria-labelledby={titleId}>
      <Stack gap="lg">
        <Group justify="space-between" gap="xs">
          <Title order={3} id={titleId}>
            Imports from Google Drive
          </Title>
          {canCheck ? (
            <Button
              size="xs"
              variant="default"
              leftSection={<IconRefresh size={14} stroke={1.75} aria-hidden />}
              loading={check.isPending}
              onClick={() => check.mutate({ submissionId })}
            >
              Check for New Files
            </Button>
          ) : null}
        </Group>
        <ChangedFiles
          files={check.data?.changed ?? []}
          isBusy={start.isPending}
          onImport={importChanged}
          onDismiss={check.reset}
        />
        {shown.map((each) => (
          <TransferCard
            key={each.id}
            kind="import"
            transfer={each}
            place={<ImportSource of={each} timeZone={timeZone} />}
            isBusy={isBusy(each.id)}
            onCancel={() => cancel.mutate({ id: each.id })}
            onRetry={() => retry.mutate({ id: each.id })}
            onRetryFile={(fileId) => retry.mutate({ id: each.id, fileId })}
          />
        ))}
      </Stack>
    </Card>
  );
}

function ImportSource({
  of: { source, createdAt },
  timeZone,
}: {
  of: DriveImport;
  timeZone: string;
}) {
  const when = dateTime(createdAt, timeZone);
  if (!source) return when;
  return (
    <>
      <Anchor href={source.url} target="_blank" rel="noreferrer" inherit>
        {source.name}
      </Anchor>
      {` · ${when}`}
    </>
  );
}
