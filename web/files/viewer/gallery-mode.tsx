import { useState } from 'react';
import { documentedDay } from '#domain/weeks.ts';
import { PhotoGrid } from '#web/ui/picture/photo-grid.tsx';
import { LoadFailure } from './load-failure.tsx';
import { longDate } from '#web/lib/formats.ts';
import type { Cursor } from './collection.ts';
import styles from './gallery-mode.module.css';
import shared from './viewer.module.css';
import type { ViewerState } from './use-viewer.ts';
import type { ViewerFile } from './viewer-file.ts';

export const TOO_FEW_IMAGES =
  'This capture date has less than 2 images. Select a date with multiple images to enable comparison.';
export const NOTHING_SELECTED = 'Select images to compare';

export function GalleryMode({ viewer, cursor }: { viewer: ViewerState; cursor: Cursor }) {
  const { collection, timeZone } = viewer;
  const { submissionId } = cursor;
  const [chosenIds, setChosenIds] = useState<readonly string[] | null>(null);
  const entry = collection.find(({ submission }) => submission.id === submissionId);
  const files = entry?.files ?? [];
  const photos = files.filter((file) => file.kind === 'photo');

  const pressPhoto = (file: ViewerFile) => {
    if (!chosenIds) return viewer.openFile(file);
    const ids = chosenIds.includes(file.id)
      ? chosenIds.filter((id) => id !== file.id)
      : [...chosenIds, file.id];
    const [first, second] = photos.filter(({ id }) => ids.includes(id));
    if (first && second) viewer.compareTwo(first, second);
    else setChosenIds(ids);
  };
  return (
    <div className={styles.gallery} data-scrolls>
      <div className={styles.galleryBar}>
        <label className={styles.field}>
          <span>Capture date</span>
          <select
            className="control"
            value={submissionId}
            onChange={(event) => {
              setChosenIds(chosenIds && []);
              viewer.openSubmission(event.target.value);
            }}
          >
            {collection.map(({ submission }) => (
              <option key={submission.id} value={submission.id}>
                {longDate(documentedDay(submission, timeZone), timeZone)} · {submission.title}
              </option>
            ))}
          </select>
        </label>
        <button
          type="button"
          className={shared.plainButton}
          aria-pressed={chosenIds !== null}
          onClick={() => setChosenIds(chosenIds ? null : [])}
        >
          Compare two images
        </button>
        <output className={styles.hint}>
          {hintText(chosenIds !== null && entry?.files !== null, photos.length)}
        </output>
      </div>
      {entry?.error ? (
        <LoadFailure message={entry.error} onRetry={() => viewer.reload(submissionId)} />
      ) : null}
      {entry && !entry.files && !entry.error ? <p className={styles.hint}>Loading...</p> : null}
      {entry?.files && files.length === 0 ? <p className={styles.hint}>No Photos Yet</p> : null}
      <PhotoGrid
        photos={chosenIds ? photos : files}
        columns={4}
        onPress={pressPhoto}
        {...(chosenIds ? { chosenIds } : {})}
      />
    </div>
  );
}

function hintText(isChoosing: boolean, photoCount: number): string {
  if (!isChoosing) return '';
  return photoCount < 2 ? TOO_FEW_IMAGES : NOTHING_SELECTED;
}
