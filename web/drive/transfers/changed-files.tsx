import { Alert, Button, Group, Text } from '@mantine/core';
import type { DriveCheck } from '#domain/drive.ts';
import { counted } from '#web/lib/formats.ts';
import type { Wanted } from './use-imports.ts';

type ChangedFilesProps = {
  files: DriveCheck['changed'];
  isBusy: boolean;
  onImport: (files: readonly Wanted[]) => void;
  onDismiss: () => void;
};

/** Names that are said before the rest is counted. */
const NAMED = 5;

/** Offers to import again what was changed in Google Drive since; nothing without such files. */
export function ChangedFiles({ files, isBusy, onImport, onDismiss }: ChangedFilesProps) {
  if (files.length === 0) return null;
  const names = files.slice(0, NAMED).map(({ name }) => name);
  const more = files.length - names.length;
  const noun = counted(files.length, 'file');
  const wanted = files.map(({ driveFileId, name, resourceKey = null }) => ({
    id: driveFileId,
    name,
    resourceKey,
  }));
  return (
    <Alert color="yellow" title={`${noun} changed in Google Drive since the import`}>
      <Text size="sm" mb="sm" style={{ overflowWrap: 'anywhere' }}>
        {names.join(', ')}
        {more > 0 ? ` and ${counted(more, 'more file')}` : ''}. The new version is added, and the
        old one stays.
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
