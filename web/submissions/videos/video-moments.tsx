import { Alert, Modal, Stack, Button, TextInput, Group, Text } from '@mantine/core';
import { useRef, useState } from 'react';
import type { StaffFile } from '#domain/files.ts';
import { errorMessage } from '#web/lib/error-messages.ts';
import { isFinal, VideoSources } from '#web/ui/picture/lazy-video.tsx';
import { useFileChanges } from '../files/use-file-changes.ts';
import { ChapterRows } from './chapter-rows.tsx';
import { momentOf, addChapter } from './chapter-edit.ts';
import classes from './video-moments.module.css';
import { type Chapter, MAX_CHAPTER_NAME, MAX_CHAPTERS } from '#domain/chapters.ts';
import { videoTime } from '#web/lib/formats.ts';
import { Picture } from '#web/ui/picture.tsx';

type VideoMomentsProps = { submissionId: string; file: StaffFile; onClose: () => void };

export function VideoMoments({ submissionId, file, onClose }: VideoMomentsProps) {
  const video = useRef<HTMLVideoElement>(null);
  // Keeps the same URLs while the dialog is open, because new ones would restart the video.
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
            {file.errorMessage ?? 'Close this window and open it again.'}
          </Alert>
        ) : (
          // oxlint-disable-next-line jsx-a11y/media-has-caption -- drone footage has no speech
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

type AddChapterProps = {
  file: StaffFile;
  moment: number;
  isDisabled: boolean;
  isBusy: boolean;
  /** Called when the name field gets the focus, to pause the video. */
  onStart: () => void;
  onAdd: (chapters: Chapter[], done: () => void) => void;
};

function AddChapter(props: AddChapterProps) {
  const { file, moment, isDisabled, isBusy, onStart, onAdd } = props;
  const [name, setName] = useState('');
  const input = useRef<HTMLInputElement>(null);
  const isFull = file.chapters.length >= MAX_CHAPTERS;
  const isTaken = file.chapters.some(({ seconds }) => seconds === moment);
  const isEmpty = name.trim() === '';
  const reason = isFull
    ? `A video has at most ${MAX_CHAPTERS} chapters.`
    : isTaken
      ? 'A chapter already starts here. Go to another moment to add one.'
      : undefined;
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        if (isEmpty || reason || isDisabled || isBusy) return;
        onAdd(addChapter(file.chapters, { seconds: moment, name: name.trim() }), () => {
          setName('');
          // The clicked button is now disabled, so move the focus.
          input.current?.focus();
        });
      }}
    >
      <div className={classes.add}>
        <TextInput
          ref={input}
          // Keeps the field aligned with the button when an error is shown.
          inputWrapperOrder={['label', 'description', 'error', 'input']}
          label={`New chapter at ${videoTime(moment)}`}
          description="Pause the video, then name this moment."
          maxLength={MAX_CHAPTER_NAME}
          placeholder="Crane goes up"
          value={name}
          error={isEmpty ? undefined : reason}
          disabled={isDisabled}
          onFocus={onStart}
          onChange={(event) => setName(event.currentTarget.value)}
        />
        <Button
          type="submit"
          loading={isBusy}
          disabled={isDisabled || isEmpty || reason !== undefined}
        >
          Add Chapter
        </Button>
      </div>
    </form>
  );
}

type ChoosePosterProps = {
  file: StaffFile;
  moment: number;
  isDisabled: boolean;
  isBusy: boolean;
  onChoose: (seconds: number | null) => void;
};

/** Sets the poster to the current frame or to an automatically chosen one. */
function ChoosePoster({ file, moment, isDisabled, isBusy, onChoose }: ChoosePosterProps) {
  const chooser = useRef<HTMLButtonElement>(null);
  const resetPoster = () => {
    if (isBusy) return;
    // The clicked button is removed, so move the focus.
    chooser.current?.focus();
    onChoose(null);
  };
  return (
    <section className={classes.poster} aria-label="Picture">
      <div className={classes.picture}>
        <Picture picture={file} alt="Picture of the video" sizes="9rem" />
      </div>
      <Stack gap="xs">
        <Text component="output" size="sm" c="dimmed">
          {posterText(file)}
        </Text>
        <Group gap="xs">
          <Button
            ref={chooser}
            size="xs"
            variant="default"
            disabled={isDisabled}
            onClick={() => (isBusy ? null : onChoose(moment))}
          >
            Use This Frame as the Picture
          </Button>
          {file.posterSeconds === null ? null : (
            <Button size="xs" variant="subtle" onClick={resetPoster}>
              Choose Automatically
            </Button>
          )}
        </Group>
      </Stack>
    </section>
  );
}

function posterText({ posterSeconds, isPosterPending, errorMessage: problem }: StaffFile): string {
  if (isPosterPending) return 'Creating the picture…';
  if (problem) return problem;
  if (posterSeconds === null) return 'This picture was chosen automatically.';
  return `The picture is from ${videoTime(posterSeconds)} in the video.`;
}
