import { Button, Card, Group, Progress, Stack, Text, Title } from '@mantine/core';
import { IconBookmarks, IconTextPlus, IconTrash } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import { byteSize } from '#domain/byte-size.ts';
import type { StaffFile } from '#domain/files.ts';
import { counted } from '#web/lib/formats.ts';
import { Picture } from '#web/ui/picture.tsx';
import { durationText } from '../files/file-facts.ts';
import { RemoveFiles } from '../files/file-dialogs.tsx';
import { useFileChanges } from '../files/use-file-changes.ts';
import { VideoMoments } from './video-moments.tsx';
import classes from './videos.module.css';

type LoadedVideosProps = {
  submissionId: string;
  files: readonly StaffFile[];
  onEmbed: (files: readonly StaffFile[]) => void;
};

export function LoadedVideos({ submissionId, files, onEmbed }: LoadedVideosProps) {
  const [removing, setRemoving] = useState<StaffFile | null>(null);
  const [editedId, setEditedId] = useState<string | null>(null);
  const editedVideo = files.find(({ id }) => id === editedId);
  const { retry, remove } = useFileChanges(submissionId);
  const videos = files.filter(({ kind }) => kind === 'video');
  const ready = videos.filter(({ state }) => state === 'ready');
  if (files.length === 0) return null;
  return (
    <Stack gap="sm" component="section" aria-label="Loaded videos">
      <Group justify="space-between" gap="xs">
        <Title order={3}>{counted(videos.length, 'video')}</Title>
        <Button
          size="xs"
          variant="default"
          disabled={ready.length === 0}
          onClick={() => onEmbed(ready)}
        >
          Embed All Videos
        </Button>
      </Group>
      <ul className={classes.list}>
        {files.map((file) => (
          <li key={file.id}>
            <LoadedFile
              file={file}
              onEmbed={() => onEmbed([file])}
              onChapters={() => setEditedId(file.id)}
              onRetry={() => retry.mutate({ id: file.id })}
              onRemove={() => setRemoving(file)}
            />
          </li>
        ))}
      </ul>
      {editedVideo ? (
        <VideoMoments
          submissionId={submissionId}
          file={editedVideo}
          onClose={() => setEditedId(null)}
        />
      ) : null}
      <RemoveFiles
        files={removing ? [removing] : null}
        isBusy={remove.isPending}
        onRemove={(ids) => remove.mutate(ids, { onSettled: () => setRemoving(null) })}
        onClose={() => setRemoving(null)}
      />
    </Stack>
  );
}

type LoadedFileProps = {
  file: StaffFile;
  onEmbed: () => void;
  onChapters: () => void;
  onRetry: () => void;
  onRemove: () => void;
};

function LoadedFile({ file, onEmbed, onChapters, onRetry, onRemove }: LoadedFileProps) {
  const { fileName, kind, state, errorMessage } = file;
  const isVideo = kind === 'video';
  return (
    <Card padding="sm" className={classes.loaded}>
      <div className={classes.picture}>
        <Picture picture={file} alt="" sizes="8rem" />
      </div>
      <div className={classes.text}>
        <Text fw={500} className={classes.name}>
          {fileName}
        </Text>
        <Text c="dimmed" size="xs" className="tabular">
          {factsOf(file)}
        </Text>
        {state === 'processing' && isVideo ? <Conversion file={file} /> : null}
        {errorMessage ? (
          <Text c={state === 'failed' ? 'red' : 'dimmed'} size="sm">
            {errorMessage}
            {state === 'ready'
              ? ' The original is kept and plays in browsers that support it.'
              : null}
          </Text>
        ) : null}
      </div>
      <Group gap={4} className={classes.actions}>
        {file.canRetry ? (
          <SmallButton onClick={onRetry}>
            Retry<span className="visually-hidden"> {fileName}</span>
          </SmallButton>
        ) : null}
        {isVideo && state === 'ready' ? (
          <>
            <SmallButton icon={IconBookmarks} onClick={onChapters}>
              Chapters and Picture<span className="visually-hidden"> of {fileName}</span>
            </SmallButton>
            <SmallButton icon={IconTextPlus} onClick={onEmbed}>
              Embed<span className="visually-hidden"> {fileName}</span>
            </SmallButton>
          </>
        ) : null}
        <SmallButton icon={IconTrash} color="red" onClick={onRemove}>
          Remove<span className="visually-hidden"> {fileName}</span>
        </SmallButton>
      </Group>
    </Card>
  );
}

type SmallButtonProps = {
  icon?: typeof IconTrash;
  color?: 'red';
  onClick: () => void;
  children: ReactNode;
};

function SmallButton({ icon: Icon, ...button }: SmallButtonProps) {
  return (
    <Button
      size="compact-sm"
      variant="subtle"
      leftSection={Icon && <Icon size={14} stroke={1.75} aria-hidden />}
      {...button}
    />
  );
}

function Conversion({ file: { fileName, progress } }: { file: StaffFile }) {
  return (
    <>
      <Text size="sm" className="tabular">
        {progress === null ? 'Converting…' : `Converting… ${progress}%`}
      </Text>
      <Progress size="xs" value={progress ?? 0} aria-label={`Converting ${fileName}`} />
    </>
  );
}

const factsOf = ({ fileSize, durationSeconds, width, height }: StaffFile): string =>
  [
    byteSize(fileSize),
    durationSeconds === null ? null : durationText(durationSeconds),
    width && height ? `${width} × ${height}` : null,
  ]
    .filter((part) => part !== null)
    .join(' · ');
