import { ActionIcon, Button } from '@mantine/core';
import { IconX } from '@tabler/icons-react';
import { useState } from 'react';
import { counted } from '#web/lib/formats.ts';
import { card } from './card.ts';
import type { CardPhoto } from './reading/card-photo.ts';
import { Thumb } from './thumb.tsx';
import classes from './visit.module.css';

const SHOWN_AT_FIRST = 16;

type PhotoListProps = {
  photos: readonly CardPhoto[];
  /** The RAW files among them by their photos, which stand for them. */
  raws: ReadonlyMap<CardPhoto, CardPhoto>;
};

/** The files of a visit that go into the draft; each can be set aside. */
export function PhotoList({ photos: files, raws }: PhotoListProps) {
  const hidden = new Set(raws.values());
  const photos = files.filter((file) => !hidden.has(file));
  const [isWhole, setWhole] = useState(false);
  const shown = isWhole ? photos : photos.slice(0, SHOWN_AT_FIRST);
  const rest = photos.length - shown.length;
  if (photos.length === 0) return null;
  return (
    <div>
      <ul className={classes.photos} aria-label="Files of this visit">
        {shown.map((photo) => (
          <li key={photo.path} className={classes.photo} title={photo.name}>
            <Thumb photo={photo} />
            {photo.thumbnail ? null : <span className={classes.name}>{photo.name}</span>}
            {raws.has(photo) ? <span className={classes.raw}>+ RAW</span> : null}
            <ActionIcon
              size="sm"
              variant="default"
              aria-label={`Set ${photo.name} aside`}
              onClick={() => card.choose(photo.path, false)}
            >
              <IconX size={14} stroke={1.75} aria-hidden />
            </ActionIcon>
          </li>
        ))}
      </ul>
      {rest > 0 ? (
        <Button variant="subtle" size="xs" mt="xs" onClick={() => setWhole(true)}>
          Show {counted(rest, 'more file', 'more files')}
        </Button>
      ) : null}
    </div>
  );
}
