import { ActionIcon, Button, Checkbox } from '@mantine/core';
import {
  IconDots,
  IconAlertTriangle,
  IconFile,
  IconFileText,
  IconHourglass,
  IconMap,
  IconPhoto,
  IconPlayerPlayFilled,
  IconVideo,
} from '@tabler/icons-react';
import { memo } from 'react';
import type { PhotoPart, StaffFile, FileKind } from '#domain/files.ts';
import { FileMenu, type FileMenuProps } from './file-menu.tsx';
import classes from './files.module.css';
import { dateTime } from '#web/lib/formats.ts';
import { useUnits } from '#web/lib/use-units.ts';
import { clockText, poseFacts, sizeFacts, durationText } from './file-facts.ts';
import { Picture } from '#web/ui/picture.tsx';

/** Stable functions, so that a memoized tile is rendered only when it changes. */
export type TileHandlers = {
  onOpen: (file: StaffFile) => void;
  onSelect: (id: string, isSelected: boolean) => void;
  onRetry: (id: string) => void;
  onMenu: (id: string) => void;
  onCloseMenu: (buttonId: string) => void;
} & Omit<FileMenuProps, 'file' | 'labelId' | 'onClose'>;

type FileTileProps = {
  file: StaffFile;
  timeZone: string;
  withDay: boolean;
  isEager: boolean;
  /** Where the file was taken, if not at the project: '3.4 mi from Harbor Tower'. */
  elsewhere: string | undefined;
  isCurrent: boolean;
  isSelected: boolean;
  isMenuOpen: boolean;
  drop: 'before' | 'behind' | null;
  handlers: TileHandlers;
};

const PART_NOTES = {
  raw: 'RAW file, not shown as a photo.',
  band: 'One band of a multispectral photo, not shown as a photo.',
  tile: 'One tile of a panorama, not shown as a photo.',
} satisfies Record<PhotoPart, string>;
const labelsOf = ({ isForClients, isCover }: StaffFile) => [
  ...(isCover ? ['Cover'] : []),
  ...(isForClients ? [] : ['Hidden from clients']),
];

export const FileTile = memo(function FileTile(props: FileTileProps) {
  const { file, timeZone, withDay, elsewhere, isEager, isCurrent, isSelected } = props;
  const { isMenuOpen, drop, handlers } = props;
  const { id, fileName, state, errorMessage } = file;
  const labels = labelsOf(file);
  const menuButtonId = `actions-${id}`;
  const tabIndex = isCurrent ? 0 : -1;
  return (
    <li
      className={classes.tile}
      data-selected={isSelected || undefined}
      data-drop={drop ?? undefined}
      data-tile={id}
      draggable
    >
      <button
        type="button"
        className={classes.open}
        data-open={id}
        tabIndex={tabIndex}
        aria-label={`${fileName}${state === 'ready' ? '' : `, ${state}`}`}
        aria-describedby={labels.length === 0 ? undefined : `labels-${id}`}
        onClick={() => handlers.onOpen(file)}
      >
        <FilePicture file={file} isEager={isEager} />
      </button>
      <Checkbox
        className={classes.check}
        size="md"
        aria-label={`Select ${fileName}`}
        tabIndex={tabIndex}
        checked={isSelected}
        onChange={(event) => handlers.onSelect(id, event.currentTarget.checked)}
      />
      <ActionIcon
        id={menuButtonId}
        className={classes.menu}
        variant="default"
        tabIndex={tabIndex}
        aria-label={`Actions for ${fileName}`}
        aria-haspopup="menu"
        aria-expanded={isMenuOpen}
        onClick={() => handlers.onMenu(id)}
      >
        <IconDots size={18} aria-hidden />
      </ActionIcon>
      {isMenuOpen ? (
        <FileMenu
          file={file}
          labelId={menuButtonId}
          onClose={() => handlers.onCloseMenu(menuButtonId)}
          {...handlers}
        />
      ) : null}
      <div className={classes.caption}>
        <div className={classes.name} title={fileName}>
          {fileName}
        </div>
        {labels.length === 0 ? null : (
          <div id={`labels-${id}`} className={classes.labels}>
            {labels.join(' · ')}
          </div>
        )}
        {state === 'failed' ? null : (
          <FileFacts file={file} timeZone={timeZone} withDay={withDay} />
        )}
        {elsewhere ? <div className={classes.reason}>Taken {elsewhere}</div> : null}
        {file.part ? <div className={classes.reason}>{PART_NOTES[file.part]}</div> : null}
        {errorMessage === null ? null : (
          <>
            <div className={classes.reason} data-state={state}>
              {errorMessage}
            </div>
            {file.canRetry ? (
              <Button
                size="compact-xs"
                variant="default"
                tabIndex={tabIndex}
                onClick={() => handlers.onRetry(id)}
              >
                Retry<span className="visually-hidden"> {fileName}</span>
              </Button>
            ) : null}
          </>
        )}
      </div>
    </li>
  );
});

type FileFactsProps = {
  file: StaffFile;
  timeZone: string;
  withDay: boolean;
};

function FileFacts({ file, timeZone, withDay }: FileFactsProps) {
  const units = useUnits();
  const { state, capturedAt, latitude, longitude } = file;
  if (state === 'processing') return <div className={classes.facts}>{sizeFacts(file)}</div>;
  const position = latitude === null ? undefined : `${latitude}, ${longitude}`;
  return (
    <>
      <div
        className={`${classes.facts} tabular`}
        title={capturedAt ? dateTime(capturedAt, timeZone) : undefined}
      >
        {capturedAt ? clockText(capturedAt, timeZone, withDay) : 'No capture time'}
      </div>
      <div className={`${classes.facts} tabular`} title={position}>
        {poseFacts(file, units).join(' · ') || sizeFacts(file)}
      </div>
    </>
  );
}

export const FILE_ICONS = {
  photo: IconPhoto,
  video: IconVideo,
  raster: IconMap,
  document: IconFileText,
  other: IconFile,
} satisfies Record<FileKind, unknown>;

const PART_MARKS = { raw: 'RAW', band: 'Band', tile: 'Tile' } satisfies Record<PhotoPart, string>;

type FilePictureProps = { file: StaffFile; isEager: boolean };

function FilePicture({ file, isEager }: FilePictureProps) {
  const { state, kind, presets, durationSeconds, errorMessage, part, raw } = file;
  const mark = raw ? '+ RAW' : part && PART_MARKS[part];
  if (state === 'ready' && presets.length > 0) {
    return (
      <>
        <Picture
          picture={file}
          alt=""
          sizes="(width < 36em) 50vw, 14rem"
          ratio={4 / 3}
          isEager={isEager}
        />
        {mark ? <span className={classes.mark}>{mark}</span> : null}
        {kind === 'video' ? (
          <span className={`${classes.duration} tabular`}>
            <IconPlayerPlayFilled size={12} aria-hidden />
            {durationSeconds === null ? 'Video' : durationText(durationSeconds)}
          </span>
        ) : null}
      </>
    );
  }
  const Icon = FILE_ICONS[kind];
  return (
    <span className={classes.box} data-state={state}>
      {state === 'processing' ? (
        <>
          {/* No spinner, because hundreds of animations would be repainted on every frame. */}
          <IconHourglass size={24} stroke={1.5} aria-hidden />
          Processing
        </>
      ) : null}
      {state === 'failed' ? (
        <>
          <IconAlertTriangle size={24} stroke={1.5} aria-hidden />
          Failed
        </>
      ) : null}
      {state === 'ready' ? (
        <>
          <Icon size={32} stroke={1.25} aria-hidden />
          {errorMessage === null ? null : 'No preview'}
        </>
      ) : null}
    </span>
  );
}
