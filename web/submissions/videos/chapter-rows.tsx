import { ActionIcon, Button, Group, Text, TextInput, Tooltip } from '@mantine/core';
import { IconClockPin, IconTrash } from '@tabler/icons-react';
import { useEffect, useRef, useState } from 'react';
import { type Chapter, MAX_CHAPTER_NAME } from '#domain/chapters.ts';
import { videoTime } from '#web/lib/formats.ts';
import { chapterAt } from '#web/ui/picture/chapter-list.tsx';
import { changeChapter, addChapter, removeChapter } from './chapter-edit.ts';
import classes from './video-moments.module.css';

type ChapterRowsProps = {
  chapters: readonly Chapter[];
  /** Player position in seconds. */
  time: number;
  /** Player position, rounded by `momentOf`. */
  moment: number;
  onSeek: (seconds: number) => void;
  onChange: (chapters: Chapter[]) => void;
};

export function ChapterRows({ chapters, time, moment, onSeek, onChange }: ChapterRowsProps) {
  const [removed, setRemoved] = useState<Chapter | null>(null);
  /** Start of a chapter that was just moved or restored. Its new row takes the focus. */
  const [arrivedAt, setArrivedAt] = useState<number | null>(null);
  const current = chapterAt(chapters, time);
  const isTaken = chapters.some(({ seconds }) => seconds === moment);
  return (
    <>
      {chapters.length === 0 ? (
        <Text c="dimmed" size="sm">
          No chapters yet. Clients use chapters to jump to parts of the video.
        </Text>
      ) : (
        <ol className={classes.rows} aria-label="Chapters">
          {chapters.map((chapter, index) => (
            <li key={chapter.seconds} aria-current={index === current ? 'step' : undefined}>
              <Row
                chapter={chapter}
                isMovable={!isTaken}
                hasArrived={chapter.seconds === arrivedAt}
                moment={moment}
                onSeek={onSeek}
                onEdit={(changes) => {
                  setArrivedAt(changes.seconds ?? null);
                  onChange(changeChapter(chapters, chapter.seconds, changes));
                }}
                onRemove={() => {
                  setRemoved(chapter);
                  onChange(removeChapter(chapters, chapter.seconds));
                }}
              />
            </li>
          ))}
        </ol>
      )}
      {removed ? (
        <RemovedChapter
          key={removed.seconds}
          name={removed.name}
          onUndo={() => {
            setArrivedAt(removed.seconds);
            onChange(addChapter(removeChapter(chapters, removed.seconds), removed));
            setRemoved(null);
          }}
        />
      ) : null}
    </>
  );
}

function RemovedChapter({ name, onUndo }: { name: string; onUndo: () => void }) {
  const undo = useRef<HTMLButtonElement>(null);
  // The clicked button had the focus and was removed, so move the focus.
  useEffect(() => undo.current?.focus(), []);
  return (
    <Group gap="xs">
      <Text component="output" size="sm" className={classes.removed}>
        '{name}' was removed.
      </Text>
      <Button ref={undo} size="compact-sm" variant="subtle" onClick={onUndo}>
        Undo
      </Button>
    </Group>
  );
}

type RowProps = {
  chapter: Chapter;
  moment: number;
  isMovable: boolean;
  hasArrived: boolean;
  onSeek: (seconds: number) => void;
  onEdit: (changes: Partial<Chapter>) => void;
  onRemove: () => void;
};

const focus = (node: HTMLElement | null) => node?.focus();

function Row(props: RowProps) {
  const { chapter, moment, isMovable, hasArrived, onSeek, onEdit, onRemove } = props;
  const [typed, setTyped] = useState<string | null>(null);
  const name = typed ?? chapter.name;
  const at = videoTime(chapter.seconds);
  const move = `Move to ${videoTime(moment)}`;
  const isEmpty = name.trim() === '';
  const save = () => {
    if (isEmpty) return;
    setTyped(null);
    if (name.trim() !== chapter.name) onEdit({ name: name.trim() });
  };
  return (
    <div className={classes.row}>
      <Button
        size="compact-sm"
        variant="subtle"
        className="tabular"
        aria-label={`Go to ${chapter.name}, ${at}`}
        ref={hasArrived ? focus : null}
        onClick={() => onSeek(chapter.seconds)}
      >
        {at}
      </Button>
      <TextInput
        size="sm"
        aria-label={`Name of the chapter at ${at}`}
        maxLength={MAX_CHAPTER_NAME}
        value={name}
        error={isEmpty ? 'A name is required.' : undefined}
        onChange={(event) => setTyped(event.currentTarget.value)}
        onBlur={save}
        onKeyDown={(event) => {
          if (event.key === 'Enter') save();
        }}
      />
      <Tooltip label={move}>
        <ActionIcon
          variant="subtle"
          aria-label={`${move}: ${chapter.name}`}
          disabled={!isMovable}
          onClick={() => onEdit({ seconds: moment })}
        >
          <IconClockPin size={16} stroke={1.75} aria-hidden />
        </ActionIcon>
      </Tooltip>
      <ActionIcon
        variant="subtle"
        color="red"
        aria-label={`Remove ${chapter.name}`}
        onClick={onRemove}
      >
        <IconTrash size={16} stroke={1.75} aria-hidden />
      </ActionIcon>
    </div>
  );
}
