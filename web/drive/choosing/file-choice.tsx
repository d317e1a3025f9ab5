import { Button, Checkbox, Group, Stack, Text } from '@mantine/core';
import { useState, memo, useId } from 'react';
import { byteSize } from '#domain/byte-size.ts';
import { canImport, DRIVE_FILES_MAX, type DriveFile } from '#domain/drive.ts';
import { count, counted, date } from '#web/lib/formats.ts';
import { VirtualList } from '#web/ui/virtual-list.tsx';
import classes from './file-choice.module.css';
import { IconFileText, IconPhoto, IconVideo } from '@tabler/icons-react';
import { SharingButton, useIsPublic } from '../sharing-button.tsx';

export type FileChoiceProps = {
  files: readonly DriveFile[];
  timeZone: string;
  isForVideos: boolean;
  isBusy: boolean;
  isAllChosen?: boolean;
  withFolders?: boolean;
  onImport: (files: readonly DriveFile[]) => void;
};

/** Files that can't be imported aren't selectable; files that changed since they were imported aren't preselected. */
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
          label={`${counted(wanted.length, noun)} selected${bytes > 0 ? `, ${byteSize(bytes)}` : ''}`}
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
          Select up to {count(DRIVE_FILES_MAX)} files. You can import the rest later.
        </Text>
      ) : null}
      {open.length === 0 ? (
        <Text c="dimmed" size="sm">
          {files.every(({ imported }) => imported)
            ? 'These files are already in this project.'
            : "These files can't be imported."}
        </Text>
      ) : null}
      <div className={classes.box} data-scrolls>
        <VirtualList
          things={files}
          portionClassName={classes.portion}
          label="Files in Google Drive"
        >
          {(file) => (
            <DriveFileRow
              file={file}
              timeZone={timeZone}
              withFolder={withFolders}
              isChosen={chosen.has(file.id)}
              onChoose={choose}
            />
          )}
        </VirtualList>
      </div>
    </Stack>
  );
}

type DriveFileRowProps = {
  file: DriveFile;
  timeZone: string;
  withFolder: boolean;
  isChosen: boolean;
  onChoose: (id: string, isChosen: boolean) => void;
};

const DriveFileRow = memo(
  function DriveFileRow({ file, timeZone, withFolder, isChosen, onChoose }: DriveFileRowProps) {
    const { id, name, sizeBytes, createdAt, folderName, resourceKey, imported, changed } = file;
    const isOpen = canImport(file);
    const isPublic = useIsPublic({ driveFileId: id, resourceKey }, file.isPublic);
    const boxId = useId();
    const facts = [
      imported && !changed ? 'Already in this project' : null,
      file.canDownload ? null : "The owner doesn't allow downloads",
      isPublic ? 'Public in Drive' : null,
      changed ? 'Changed since import' : null,
      sizeBytes === null ? null : byteSize(sizeBytes),
      date(createdAt, timeZone),
      withFolder ? folderName : null,
    ].filter((fact) => fact !== null);
    return (
      <div className={classes.row}>
        <Checkbox
          id={boxId}
          checked={isChosen && isOpen}
          disabled={!isOpen}
          onChange={({ currentTarget }) => onChoose(id, currentTarget.checked)}
        />
        <Thumbnail file={file} />
        <label className={classes.what} htmlFor={boxId}>
          <span className={classes.name} title={name}>
            <span className="visually-hidden">Select </span>
            {name}
          </span>
          <span className={`${classes.facts} tabular`}>{facts.join(' · ')}</span>
        </label>
        <SharingButton driveFileId={id} resourceKey={resourceKey} name={name} />
      </div>
    );
  },
  // Memoized because every click replaces the selection, and there may be a thousand rows.
  (before, after) => before.file === after.file && before.isChosen === after.isChosen,
);

const ICONS = { photo: IconPhoto, video: IconVideo, document: IconFileText };

function Thumbnail({ file: { kind, thumbnailUrl } }: { file: DriveFile }) {
  const [isGone, setGone] = useState(false);
  const Icon = ICONS[kind];
  return (
    <span className={classes.picture}>
      {thumbnailUrl && !isGone ? (
        <img src={thumbnailUrl} alt="" loading="lazy" onError={() => setGone(true)} />
      ) : (
        <Icon size={20} stroke={1.5} aria-hidden />
      )}
    </span>
  );
}
