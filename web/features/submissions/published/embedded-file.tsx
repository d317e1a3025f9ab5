import { Anchor } from '@mantine/core';
import type { SubmissionFile } from '#domain/files.ts';
import { pictureUrl, presetFor } from '#domain/pictures.ts';
import { Picture } from '#web/ui/picture.tsx';
import { VideoSources } from '#web/ui/picture/video-sources.tsx';
import classes from './update-text.module.css';

const WIDTH = 1024;
const RATIO = 3 / 2;

/** A file inside of a text: to look at, to play, or to download. */
export function EmbeddedFile({ file }: { file: SubmissionFile }) {
  const { kind, fileName, presets, width, height, originalUrl } = file;
  if (kind === 'video') {
    const poster = presetFor(presets, WIDTH);
    return (
      // oxlint-disable-next-line jsx-a11y/media-has-caption -- footage of a drone carries no speech
      <video
        className={classes.video}
        poster={poster === null ? undefined : pictureUrl(file.mediaUrl, poster)}
        preload="none"
        controls
        playsInline
        aria-label="Video"
      >
        <VideoSources video={file} />
      </video>
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
