import { Anchor } from '@mantine/core';
import { useRef } from 'react';
import type { SubmissionFile } from '#domain/files.ts';
import { Picture } from '#web/ui/picture.tsx';
import { Film } from '#web/ui/picture/film.tsx';
import { VideoSources } from '#web/ui/picture/video-sources.tsx';
import classes from './update-text.module.css';

const RATIO = 3 / 2;

/** A file inside of a text: to look at, to play, or to download. */
export function EmbeddedFile({ file }: { file: SubmissionFile }) {
  const { kind, fileName, presets, width, height, originalUrl } = file;
  const player = useRef<HTMLVideoElement>(null);
  if (kind === 'video') {
    return (
      <Film
        player={player}
        name="Video"
        seconds={file.durationSeconds}
        poster={file}
        className={classes.video}
      >
        <VideoSources video={file} />
      </Film>
    );
  }
  if (presets.length > 0) {
    return (
      <div className={classes.picture}>
        <Picture
          picture={file}
          alt={file.viewpointName ?? 'Photo'}
          sizes="(width < 48em) 100vw, 44rem"
          ratio={width && height ? width / height : RATIO}
        />
      </div>
    );
  }
  return originalUrl ? (
    <Anchor href={originalUrl} download={fileName} fw={500} w="fit-content">
      Download {fileName}
    </Anchor>
  ) : null;
}
