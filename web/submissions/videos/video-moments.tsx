import { Alert, Modal, Stack } from '@mantine/core';
import { useRef, useState } from 'react';
import type { StaffFile } from '#domain/files.ts';
import { errorMessage } from '#web/lib/error-messages.ts';
import { isFinal, VideoSources } from '#web/ui/picture/film.tsx';
import { useFileChanges } from '../files/use-file-changes.ts';
import { AddChapter } from './add-chapter.tsx';
import { ChapterRows } from './chapter-rows.tsx';
import { ChoosePoster } from './choose-poster.tsx';
import { momentOf } from './chapter-edit.ts';
import classes from './video-moments.module.css';

type VideoMomentsProps = { submissionId: string; file: StaffFile; onClose: () => void };

/** A video to stop at its moments, which are named as chapters or become its picture. What is changed is saved at once. */
export function VideoMoments({ submissionId, file, onClose }: VideoMomentsProps) {
  const video = useRef<HTMLVideoElement>(null);
  // The same addresses as long as it is open: new ones would begin the film anew.
  const [sources] = useState(file);
  const [time, setTime] = useState(0);
  const [isFailed, setIsFailed] = useState(false);
  const { setChapters, setPoster } = useFileChanges(submissionId);
  const moment = momentOf(time, file.durationSeconds);
  const error = setChapters.error ?? setPoster.error;
  const seek = (seconds: number) => {
    setTime(seconds);
    if (video.current) video.current.currentTime = seconds;
  };
  return (
    <Modal opened onClose={onClose} title={`Chapters and Picture of ${file.fileName}`} size="lg">
      <Stack gap="md">
        {isFailed ? (
          <Alert color="red" title="Failed to load video">
            {file.errorMessage ?? 'Close this and open it again.'}
          </Alert>
        ) : (
          // oxlint-disable-next-line jsx-a11y/media-has-caption -- footage of a drone carries no speech
          <video
            ref={video}
            className={classes.film}
            controls
            playsInline
            preload="auto"
            aria-label={file.fileName}
            onTimeUpdate={(event) => setTime(event.currentTarget.currentTime)}
            onSeeking={(event) => setTime(event.currentTarget.currentTime)}
            onErrorCapture={(event) => setIsFailed(isFinal(event))}
          >
            <VideoSources video={sources} />
          </video>
        )}
        {error ? (
          <Alert color="red" role="alert">
            {errorMessage(error)}
          </Alert>
        ) : null}
        <AddChapter
          file={file}
          moment={moment}
          isDisabled={isFailed}
          isBusy={setChapters.isPending}
          onStart={() => video.current?.pause()}
          onAdd={(chapters, done) =>
            setChapters.mutate({ id: file.id, chapters }, { onSuccess: done })
          }
        />
        <ChapterRows
          chapters={file.chapters}
          time={time}
          moment={moment}
          onSeek={seek}
          onChange={(chapters) => setChapters.mutate({ id: file.id, chapters })}
        />
        <ChoosePoster
          file={file}
          moment={moment}
          isDisabled={isFailed}
          isBusy={setPoster.isPending}
          onChoose={(seconds) => setPoster.mutate({ id: file.id, seconds })}
        />
      </Stack>
    </Modal>
  );
}
