import { Button, Group, Stack, Text } from '@mantine/core';
import { Dropzone } from '@mantine/dropzone';
import '@mantine/dropzone/styles.layer.css';
import { IconFolder, IconUpload } from '@tabler/icons-react';
import { type ComponentProps, useRef, useState } from 'react';
import { toast } from '#web/ui/toast.ts';
import {
  gatherDrop,
  gatherHandles,
  gatherInput,
  type GatheredFiles,
  isForVideoSubmission,
} from './picked-files.ts';
import classes from './uploads.module.css';

type UploadZoneProps = {
  isCompact: boolean;
  isForVideos?: boolean | undefined;
  onGathered: (gathered: GatheredFiles) => void;
};
type ZoneEvent = Parameters<NonNullable<ComponentProps<typeof Dropzone>['getFilesFromEvent']>>[0];

/** Some phone browsers can't choose folders. */
const supportsFolders = 'webkitdirectory' in HTMLInputElement.prototype;

const TEXTS = {
  all: {
    drop: 'Drop a folder or files here',
    add: 'Add photos and videos',
    accepts: 'Photos, videos, maps and documents, or a whole folder',
    emptyTitle: 'Please select files to upload',
    emptyMessage: 'There are no files in your selection.',
  },
  videos: {
    drop: 'Drop videos here',
    add: 'Add videos',
    accepts: 'Video files, and the SRT files a drone saves with them',
    emptyTitle: 'Please select video files to upload',
    emptyMessage: null,
  },
} as const;

export function UploadZone({ isCompact, isForVideos = false, onGathered }: UploadZoneProps) {
  const texts = isForVideos ? TEXTS.videos : TEXTS.all;
  const openFiles = useRef<() => void>(null);
  const folderInput = useRef<HTMLInputElement>(null);
  const [isReading, setReading] = useState(false);

  const addFiles = async (gathering: Promise<GatheredFiles>) => {
    setReading(true);
    toast.clearError();
    try {
      const gathered = await gathering;
      if (gathered.files.length + gathered.ignoredPaths.length === 0) {
        toast.error(texts.emptyTitle, texts.emptyMessage);
      }
      const others = gathered.files.filter(
        ({ file }) => isForVideos && !isForVideoSubmission(file),
      );
      if (others.length > 0) {
        const names = others.slice(0, 3).map(({ file }) => file.name);
        const rest =
          others.length > names.length ? ` and ${others.length - names.length} more` : '';
        return toast.error(
          'Please select only video files for video submissions.',
          `No files were added. Not a video: ${names.join(', ')}${rest}.`,
        );
      }
      onGathered(gathered);
    } catch {
      toast.error(
        'Failed to upload files',
        "The files can't be read. Check that the memory card is still inserted.",
      );
    } finally {
      setReading(false);
    }
  };
  const chooseFolder = async () => {
    if (!window.showDirectoryPicker) return folderInput.current?.click();
    try {
      const folder = await window.showDirectoryPicker({ mode: 'read', id: 'overfly-upload' });
      await addFiles(gatherHandles([folder]));
    } catch (error) {
      // Ignore a canceled dialog.
      if (!(error instanceof DOMException && error.name === 'AbortError')) throw error;
    }
  };
  const readEvent = async (event: ZoneEvent) => {
    const gathering = filesOfEvent(event);
    if (gathering) void addFiles(gathering);
    // While dragging, the items only highlight the zone; the files go through `addFiles`.
    return !gathering && 'dataTransfer' in event && event.dataTransfer
      ? Array.from(event.dataTransfer.items)
      : [];
  };

  return (
    <Dropzone
      className={classes.zone}
      data-compact={isCompact || undefined}
      loading={isReading}
      activateOnClick={false}
      activateOnKeyboard={false}
      enablePointerEvents
      openRef={openFiles}
      getFilesFromEvent={readEvent}
      onDrop={() => {}}
      inputProps={{ 'aria-label': 'Files to upload' }}
    >
      <input
        ref={folderInput}
        type="file"
        hidden
        multiple
        aria-label="Folder to upload"
        {...{ webkitdirectory: '' }}
        onChange={({ currentTarget }) => {
          void addFiles(Promise.resolve(gatherInput(currentTarget.files ?? [])));
          currentTarget.value = '';
        }}
      />
      <div className={classes.zoneInside}>
        <IconUpload className={classes.zoneIcon} stroke={1.5} aria-hidden />
        <Stack gap={0} className={classes.zoneText}>
          <Text fw={600} className={classes.forPointer}>
            {texts.drop}
          </Text>
          <Text fw={600} className={classes.forTouch}>
            {texts.add}
          </Text>
          <Text c="dimmed" size="sm">
            {texts.accepts}
          </Text>
        </Stack>
        <Group gap="xs" justify="center">
          {supportsFolders ? (
            <Button
              variant="default"
              leftSection={<IconFolder size={16} stroke={1.75} aria-hidden />}
              onClick={() => void chooseFolder()}
            >
              Choose Folder
            </Button>
          ) : null}
          <Button variant="default" onClick={() => openFiles.current?.()}>
            Choose Files
          </Button>
        </Group>
      </div>
    </Dropzone>
  );
}

/** The files of an event; null while dragging. */
function filesOfEvent(event: ZoneEvent): Promise<GatheredFiles> | null {
  if (Array.isArray(event)) return gatherHandles(event);
  if ('dataTransfer' in event) {
    return event.type === 'drop' && event.dataTransfer ? gatherDrop(event.dataTransfer) : null;
  }
  if ('clipboardData' in event) {
    return event.clipboardData ? Promise.resolve(gatherInput(event.clipboardData.files)) : null;
  }
  const { target } = event;
  return target instanceof HTMLInputElement
    ? Promise.resolve(gatherInput(target.files ?? []))
    : null;
}
