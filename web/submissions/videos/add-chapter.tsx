import { Button, TextInput } from '@mantine/core';
import { useRef, useState } from 'react';
import { type Chapter, MAX_CHAPTER_NAME, MAX_CHAPTERS } from '#domain/chapters.ts';
import type { StaffFile } from '#domain/files.ts';
import { filmTime } from '#web/lib/formats.ts';
import { withChapter } from './chapter-edit.ts';
import classes from './video-moments.module.css';

type AddChapterProps = {
  file: StaffFile;
  /** Where it begins, seconds. */
  moment: number;
  isDisabled: boolean;
  isBusy: boolean;
  /** A name is being typed: the film must not run on meanwhile. */
  onStart: () => void;
  onAdd: (chapters: Chapter[], done: () => void) => void;
};

/** Names the moment at which the film stands. */
export function AddChapter(props: AddChapterProps) {
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
        onAdd(withChapter(file.chapters, { seconds: moment, name: name.trim() }), () => {
          setName('');
          // The button that was pressed has nothing to add any more.
          input.current?.focus();
        });
      }}
    >
      <div className={classes.add}>
        <TextInput
          ref={input}
          // In line with the button, also with an error.
          inputWrapperOrder={['label', 'description', 'error', 'input']}
          label={`New chapter at ${filmTime(moment)}`}
          description="Stop the video at a moment and name it."
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
