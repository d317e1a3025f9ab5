import { useQuery } from '@tanstack/react-query';
import { pairHomography } from '#domain/aligned-pair.ts';
import { compose, type Homography, IDENTITY, matrix3d } from '#domain/homography.ts';
import { pictureUrl, presetFor } from '#domain/pictures.ts';
import { placeOn } from '#domain/pin-places.ts';
import { useRef } from 'react';
import type { Pin } from '#domain/pins.ts';
import type { ViewpointPhoto } from '#domain/viewpoint-history.ts';
import { api } from '#web/lib/api.ts';
import { date } from '#web/lib/formats.ts';
import { useCenterSelected } from '../viewer/use-centered.ts';
import type { ViewerState } from '../viewer/use-viewer.ts';
import styles from './pins.module.css';

/** The size of a cutout, and the part of the pin's photo that it shows. */
const TILE = { width: 152, height: 114 };
const WINDOW = 0.2;

/** The spot of a pin, cut from each photo of its viewpoint, oldest first. */
export function WeekStrip({ viewer, pin }: { viewer: ViewerState; pin: Pin }) {
  const id = pin.photo?.viewpointId ?? '';
  const options = api.viewpoints.get.queryOptions({ input: { id } });
  const { data } = useQuery({ ...options, enabled: id !== '' });
  const shown = viewer.cursor?.submissionId;
  const strip = useRef<HTMLOListElement>(null);
  useCenterSelected(strip, data && shown);
  if (!data || data.photos.length < 2) return null;
  const photos = data.photos.toSorted((a, b) => a.day.localeCompare(b.day));
  return (
    <section>
      <h4 className={styles.title}>This spot, week by week</h4>
      <ol ref={strip} className={styles.weeks} data-scrolls>
        {photos.map((photo) => (
          <li key={photo.id}>
            <button
              type="button"
              aria-current={shown === photo.submissionId || undefined}
              disabled={
                !viewer.collection.some(({ submission }) => submission.id === photo.submissionId)
              }
              onClick={() =>
                viewer.openPlace({ submissionId: photo.submissionId, fileId: photo.id })
              }
            >
              <Cutout {...{ pin, photo }} />
              {date(photo.day, 'UTC')}
            </button>
          </li>
        ))}
      </ol>
    </section>
  );
}

function Cutout({ pin: { place, photo: own }, photo }: { pin: Pin; photo: ViewpointPhoto }) {
  if (place.kind !== 'file' || !own?.width || !own.height || !photo.width) return null;
  const from = { ...own, id: place.fileId };
  const at = placeOn(from, place, photo);
  if (typeof at === 'string')
    return (
      <span className={styles.tile}>
        {at === 'unplaced' ? 'Not placed in this week' : 'Outside this photo'}
      </span>
    );
  const isOwn = photo.id === place.fileId;
  const matrix = isOwn ? IDENTITY : (pairHomography({ before: own, after: photo }) ?? IDENTITY);
  const zoom = TILE.width / (own.width * WINDOW);
  const toTile: Homography = [
    zoom, 0, TILE.width / 2 - place.x * own.width * zoom,
    0, zoom, TILE.height / 2 - place.y * own.height * zoom,
    0, 0, 1,
  ]; // prettier-ignore
  // Not in full size, which would take much memory.
  const width = TILE.width / WINDOW;
  const enlarge = photo.width / width;
  const full: Homography = [enlarge, 0, 0, 0, enlarge, 0, 0, 0, 1];
  return (
    <span className={styles.tile}>
      <img
        src={pictureUrl(
          photo.mediaUrl,
          presetFor(photo.presets, width * window.devicePixelRatio) ?? 0,
        )}
        alt=""
        loading="lazy"
        width={width}
        style={{ transform: matrix3d(compose(compose(toTile, matrix), full)) }}
      />
    </span>
  );
}
