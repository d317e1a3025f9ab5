import { Checkbox } from '@mantine/core';
import { IconFileText, IconPhoto, IconVideo } from '@tabler/icons-react';
import { memo, useId, useState } from 'react';
import { byteSize } from '#domain/byte-size.ts';
import { canImport, type DriveFile } from '#domain/drive.ts';
import { date } from '#web/lib/formats.ts';
import { SharingButton, useIsPublic } from '../sharing-button.tsx';
import classes from './file-choice.module.css';

type DriveFileRowProps = {
  file: DriveFile;
  timeZone: string;
  withFolder: boolean;
  isChosen: boolean;
  onChoose: (id: string, isChosen: boolean) => void;
};

/** A file in Google Drive: its picture, what is known of it, and whether it is chosen. */
export const DriveFileRow = memo(
  function DriveFileRow({ file, timeZone, withFolder, isChosen, onChoose }: DriveFileRowProps) {
    const { id, name, sizeBytes, createdAt, folderName, resourceKey, imported, changed } = file;
    const isOpen = canImport(file);
    const isPublic = useIsPublic({ driveFileId: id, resourceKey }, file.isPublic);
    const boxId = useId();
    const facts = [
      imported && !changed ? 'Already here' : null,
      file.canDownload ? null : 'Its owner does not allow downloads',
      isPublic ? 'Public in Drive' : null,
      changed ? 'Changed since it was imported' : null,
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
            <span className="visually-hidden">Choose </span>
            {name}
          </span>
          <span className={`${classes.facts} tabular`}>{facts.join(' · ')}</span>
        </label>
        <SharingButton driveFileId={id} resourceKey={resourceKey} name={name} />
      </div>
    );
  },
  // The choice is made anew with every press, and there may be a thousand rows.
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
