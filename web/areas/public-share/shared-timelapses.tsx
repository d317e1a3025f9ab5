import { useRef } from 'react';
import { byteSize } from '#domain/byte-size.ts';
import type { SharedTimelapse } from '#domain/timelapses.ts';
import { counted } from '#web/lib/formats.ts';
import { Film } from '#web/ui/picture/film.tsx';
import { usePlaceholder } from '#web/ui/picture/placeholder.ts';
import shared from './shared-page.module.css';
import styles from './shared-timelapses.module.css';

/** The films of viewpoints that a link shows, played by the browser. */
export function SharedTimelapses({ timelapses }: { timelapses: readonly SharedTimelapse[] }) {
  if (timelapses.length === 0) return null;
  return (
    <section className={`${shared.wide} screen-only`} aria-labelledby="timelapses">
      <div className={shared.head}>
        <h2 id="timelapses">Time-lapse</h2>
      </div>
      <ul className={styles.films} data-count={timelapses.length}>
        {timelapses.map((film) => (
          <li key={film.id}>
            <TimelapseFilm film={film} />
          </li>
        ))}
      </ul>
    </section>
  );
}

function TimelapseFilm({ film }: { film: SharedTimelapse }) {
  const { viewpointName, url, bytes, width, height, seconds, photoCount, poster } = film;
  const player = useRef<HTMLVideoElement>(null);
  return (
    <figure className={styles.film}>
      <Film
        player={player}
        name={`Time-lapse of ${viewpointName}`}
        seconds={seconds}
        poster={poster}
        src={url}
        style={{ ...usePlaceholder(poster.thumbhash), aspectRatio: `${width} / ${height}` }}
        loop
      />
      <figcaption>
        <span>{viewpointName}</span>
        <span>
          {counted(photoCount, 'photo')}, {byteSize(bytes)}
        </span>
      </figcaption>
    </figure>
  );
}
