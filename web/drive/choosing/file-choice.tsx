import { Button, Checkbox, Group, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { byteSize } from '#domain/byte-size.ts';
import { canImport, DRIVE_FILES_MAX, type DriveFile } from '#domain/drive.ts';
import { count, counted } from '#web/lib/formats.ts';
import { Windowed } from '#web/ui/windowed.tsx';
import { DriveFileRow } from './drive-file-row.tsx';
import classes from './file-choice.module.css';

export type FileChoiceProps = {
  files: readonly DriveFile[];
  timeZone: string;
  isForVideos: boolean;
  isBusy: boolean;
  /** Whether all are chosen at first. */
  isAllChosen?: boolean;
  /** Whether they lie in several folders. */
  withFolders?: boolean;
  onImport: (files: readonly DriveFile[]) => void;
};

/** The files of a folder, to choose those that are imported. What cannot be imported is not chosen, what was changed since only by hand. */
export function FileChoice(props: FileChoiceProps) {
  const { files, timeZone, isForVideos, isBusy, isAllChosen = true } = props;
  const { withFolders = false, onImport } = props;
  const open = files.filter(canImport);
  const [chosen, setChosen] = useState<ReadonlySet<string>>(
    () => new Set(isAllChosen ? open.flatMap(({ id, changed }) => (changed ? [] : id)) : []),
  );
  const wanted = open.filter(({ id }) => chosen.has(id));
  const bytes = wanted.reduce((sum, { sizeBytes }) => sum + (sizeBytes ?? 0), 0);
  const isTooMany = wanted.length > DRIVE_FILES_MAX;
  const choose = (id: string, isChosen: boolean) => {
    const next = new Set(chosen);
    if (isChosen) next.add(id);
    else next.delete(id);
    setChosen(next);
  };
  if (files.length === 0) return null;
  const noun = isForVideos ? 'video' : 'file';
  return (
    <Stack gap="xs">
      <Group justify="space-between" gap="xs">
        <Checkbox
          label={`${counted(wanted.length, noun)} chosen${bytes > 0 ? `, ${byteSize(bytes)}` : ''}`}
          className="tabular"
          disabled={open.length === 0}
          checked={open.length > 0 && wanted.length === open.length}
          indeterminate={wanted.length > 0 && wanted.length < open.length}
          onChange={({ currentTarget }) =>
            setChosen(new Set(currentTarget.checked ? open.map(({ id }) => id) : []))
          }
        />
        <Button
          disabled={wanted.length === 0 || isTooMany}
          loading={isBusy}
          onClick={() => onImport(wanted)}
        >
          Import {counted(wanted.length, noun)}
        </Button>
      </Group>
      {isTooMany ? (
        <Text size="sm" c="red" role="alert">
          Choose {count(DRIVE_FILES_MAX)} files at most. You can import the rest afterward.
        </Text>
      ) : null}
      {open.length === 0 ? (
        <Text c="dimmed" size="sm">
          {files.every(({ imported }) => imported)
            ? 'All of these are in this project already.'
            : 'None of these can be imported.'}
        </Text>
      ) : null}
      <div className={classes.box} data-scrolls>
        <Windowed things={files} portionClassName={classes.portion} label="Files in Google Drive">
          {(file) => (
            <DriveFileRow
              file={file}
              timeZone={timeZone}
              withFolder={withFolders}
              isChosen={chosen.has(file.id)}
              onChoose={choose}
            />
          )}
        </Windowed>
      </div>
    </Stack>
  );
}
