import {
  IconAlertTriangle,
  IconFile,
  IconFileText,
  IconHourglass,
  IconMap,
  IconPhoto,
  IconPlayerPlayFilled,
  IconVideo,
} from '@tabler/icons-react';
import type { FileKind, PhotoPart, StaffFile } from '#domain/files.ts';
import { Picture } from '#web/ui/picture.tsx';
import { durationText } from './file-facts.ts';
import classes from './files.module.css';

/** What stands for a file without a picture. */
export const FILE_ICONS = {
  photo: IconPhoto,
  video: IconVideo,
  raster: IconMap,
  document: IconFileText,
  other: IconFile,
} satisfies Record<FileKind, unknown>;

/** What a file is that isn't shown as a photo. */
const PART_MARKS = { raw: 'RAW', band: 'Band', tile: 'Tile' } satisfies Record<PhotoPart, string>;

type FilePictureProps = { file: StaffFile; isEager: boolean };

/** What a file shows of itself: its picture, that it is being processed, that this failed, or its kind. */
export function FilePicture({ file, isEager }: FilePictureProps) {
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
          {/* Nothing that turns: a card has hundreds of these, and each frame of each is drawn anew. */}
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
