import { Button, Text } from '@mantine/core';
import { useState } from 'react';
import { groupBy } from '#domain/group-by.ts';
import { counted } from '#web/lib/formats.ts';
import { card } from './card.ts';
import type { CardPhoto } from './reading/card-photo.ts';
import type { PhotoAside } from './split-files.ts';
import { Thumb } from './thumb.tsx';
import classes from './visit.module.css';

const SHOWN_AT_FIRST = 5;
const LONG_LABEL = {
  display: 'block',
  height: 'auto',
  lineHeight: 1.5,
  textOverflow: 'ellipsis',
} as const;

type Action = {
  text: (count: number) => string;
  name: (fileName: string) => string;
  take: (photos: readonly CardPhoto[]) => void;
};

type AsideListProps = { aside: readonly PhotoAside[]; label?: string; action?: Action };

const USE_ACTION: Action = {
  text: (count) => (count === 1 ? 'Use It' : 'Use Them'),
  name: (fileName) => `Use ${fileName}`,
  take: (photos) => {
    for (const { path } of photos) card.setUsed(path, true);
  },
};

/** Files that won't be added to the draft, grouped by set, with the reason. One click adds them after all. */
export function AsideList({ aside, label = 'Set aside', action = USE_ACTION }: AsideListProps) {
  const [isExpanded, setExpanded] = useState(false);
  if (aside.length === 0) return null;
  const groups = [...groupBy(aside, ({ photo, group }) => group ?? photo.path)];
  const shown = isExpanded ? groups : groups.slice(0, SHOWN_AT_FIRST);
  return (
    <section aria-label={label}>
      <Text fw={600} pb={4}>
        {label}
        <Text span c="dimmed" inherit fw={400}>
          {' '}
          · {counted(aside.length, 'file')}
        </Text>
      </Text>
      <ul className={classes.asideList}>
        {shown.map(([key, files]) => (
          <AsideRow key={key} files={files} action={action} />
        ))}
      </ul>
      {groups.length > shown.length ? (
        <Button variant="subtle" size="xs" onClick={() => setExpanded(true)}>
          Show All {counted(aside.length, 'file')}
        </Button>
      ) : null}
    </section>
  );
}

function AsideRow({ files, action }: { files: readonly PhotoAside[]; action: Action }) {
  const [first] = files;
  if (!first) return null;
  const { photo, message, canReturn } = first;
  const name =
    files.length === 1
      ? photo.name
      : `${photo.name} and ${counted(files.length - 1, 'more file', 'more files')}`;
  return (
    <li className={classes.aside}>
      <Thumb photo={photo} />
      <div>
        <Text size="sm" truncate>
          {name}
        </Text>
        <Text size="sm" c="dimmed">
          {message}
        </Text>
      </div>
      {canReturn ? (
        <Button
          size="xs"
          variant="default"
          styles={{ label: LONG_LABEL }}
          aria-label={action.name(name)}
          onClick={() => action.take(files.map((file) => file.photo))}
        >
          {action.text(files.length)}
        </Button>
      ) : null}
    </li>
  );
}
