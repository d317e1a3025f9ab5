import { useEffect, useRef } from 'react';
import { NOT_ALIGNED_MESSAGES } from '#domain/alignment-messages.ts';
import type { ViewpointPhoto } from '#domain/viewpoint-history.ts';
import { date } from '#web/lib/formats.ts';
import { Picture } from '#web/ui/picture.tsx';
import classes from './viewpoint-strip.module.css';

type ViewpointStripProps = {
  photos: readonly ViewpointPhoto[];
  timeZone: string;
  chosenIds: readonly string[];
  labelOf?: (photo: ViewpointPhoto) => string | null;
  /** Whether photos wrap into rows. Otherwise, one row scrolls, starting at the latest photo. */
  isInRows?: boolean;
  onPress: (photo: ViewpointPhoto) => void;
};

export function ViewpointStrip(props: ViewpointStripProps) {
  const { photos, timeZone, chosenIds, labelOf, isInRows, onPress } = props;
  const strip = useRef<HTMLUListElement>(null);
  useEffect(() => {
    const list = strip.current;
    if (list && !isInRows) list.scrollLeft = list.scrollWidth;
  }, [isInRows]);
  return (
    <ul
      ref={strip}
      className={classes.strip}
      data-rows={isInRows}
      aria-label="Photos of this viewpoint"
    >
      {photos.map((photo) => (
        <li key={photo.id} className={classes.item}>
          <button
            type="button"
            className={classes.photo}
            title={photo.submissionTitle}
            aria-pressed={chosenIds.includes(photo.id)}
            onClick={() => onPress(photo)}
          >
            <Picture picture={photo} alt="" sizes="8rem" ratio={3 / 2} />
            <PhotoLabel text={labelOf?.(photo) ?? null} />
            <time className={classes.day}>{date(photo.day, timeZone)}</time>
            <span className={classes.title}>{photo.submissionTitle}</span>
            {photo.isPublished ? null : <span className={classes.sign}>Not published</span>}
            {photo.alignment?.state === 'not-aligned' ? (
              <span className={classes.sign}>{NOT_ALIGNED_MESSAGES[photo.alignment.reason]}</span>
            ) : null}
          </button>
        </li>
      ))}
    </ul>
  );
}

const PhotoLabel = ({ text }: { text: string | null }) =>
  text === null ? null : <span className={classes.label}>{text}</span>;
