import { CloseButton, Group, Stack, Text } from '@mantine/core';
import { memo, useState } from 'react';
import { counted } from '#web/lib/formats.ts';
import { InterruptedUpload } from './interrupted-upload.tsx';
import type { GatheredFiles } from './picked-files.ts';
import { UploadCard } from './upload-card.tsx';
import { UploadZone } from './upload-zone.tsx';
import { useUploads } from './use-uploads.ts';

type UploadPanelProps = {
  submissionId: string;
  /** Whether there are files already, so that the drop zone is small. */
  hasFiles: boolean;
  isForVideos?: boolean;
};

export const UploadPanel = memo(function UploadPanel(props: UploadPanelProps) {
  const { submissionId, hasFiles, isForVideos } = props;
  const uploads = useUploads(submissionId);
  const { queue } = uploads;
  const [skippedPaths, setSkippedPaths] = useState<readonly string[]>([]);
  const add = ({ files, ignoredPaths: ignored }: GatheredFiles) => {
    setSkippedPaths(ignored);
    if (files.length > 0) void queue.add(files, { submissionId });
  };
  return (
    <Stack gap="md">
      <InterruptedUpload {...uploads} />
      <UploadZone
        isCompact={hasFiles || uploads.snapshot.items.length > 0}
        isForVideos={isForVideos}
        onGathered={add}
      />
      {skippedPaths.length > 0 ? (
        <SkippedFiles paths={skippedPaths} onDismiss={() => setSkippedPaths([])} />
      ) : null}
      <UploadCard {...uploads} />
    </Stack>
  );
});

type SkippedFilesProps = { paths: readonly string[]; onDismiss: () => void };

function SkippedFiles({ paths, onDismiss }: SkippedFilesProps) {
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
