import { Button, Text } from '@mantine/core';
import { useState } from 'react';
import { counted } from '#web/lib/formats.ts';
import { card } from './card.ts';
import type { CardPhoto } from './reading/card-photo.ts';
import type { PhotoAside } from './sift.ts';
import { Thumb } from './thumb.tsx';
import classes from './visit.module.css';

const SHOWN_AT_FIRST = 5;
/** Of a button with the title of a draft. */
const LONG_LABEL = {
  display: 'block',
  height: 'auto',
  lineHeight: 1.5,
  textOverflow: 'ellipsis',
} as const;

type AsideListProps = {
  aside: readonly PhotoAside[];
  label?: string;
  /** What takes a file back, and how that is called. */
  action?: {
    text: string;
    name: (fileName: string) => string;
    take: (photos: readonly CardPhoto[]) => void;
  };
};

const USE = {
  text: 'Use it',
  name: (fileName: string) => `Use ${fileName}`,
  take: (photos: readonly CardPhoto[]) => {
    for (const { path } of photos) card.choose(path, true);
  },
};

/** The files that do not go into the draft, each with the reason; one click takes it back. */
export function AsideList({ aside, label = 'Set aside', action = USE }: AsideListProps) {
  const [isWhole, setWhole] = useState(false);
  if (aside.length === 0) return null;
  const shown = isWhole ? aside : aside.slice(0, SHOWN_AT_FIRST);
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
        {shown.map(({ photo, words, canReturn }) => (
          <li key={photo.path} className={classes.aside}>
            <Thumb photo={photo} />
            <div>
              <Text size="sm" truncate>
                {photo.name}
              </Text>
              <Text size="sm" c="dimmed">
                {words}
              </Text>
            </div>
            {canReturn ? (
              <Button
                size="xs"
                variant="default"
                styles={{ label: LONG_LABEL }}
                aria-label={action.name(photo.name)}
                onClick={() => action.take([photo])}
              >
                {action.text}
              </Button>
            ) : null}
          </li>
        ))}
      </ul>
      {aside.length > shown.length ? (
        <Button variant="subtle" size="xs" onClick={() => setWhole(true)}>
          Show all {counted(aside.length, 'file')}
        </Button>
      ) : null}
    </section>
  );
}
