import { pictureUrl, presetFor } from '#domain/pictures.ts';
import type { SharedTimelapse } from '#domain/timelapses.ts';
import { counted, storageSize } from '#web/lib/formats.ts';
import { usePlaceholder } from '#web/ui/picture/placeholder.ts';
import shared from './shared-page.module.css';
import styles from './shared-timelapses.module.css';

const POSTER_WIDTH = 1024;

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
            <Film film={film} />
          </li>
        ))}
      </ul>
    </section>
  );
}

function Film({ film }: { film: SharedTimelapse }) {
  const { viewpointName, url, bytes, width, height, photoCount, poster } = film;
  const preset = presetFor(poster.presets, POSTER_WIDTH);
  return (
    <figure className={styles.film}>
      {/* oxlint-disable-next-line jsx-a11y/media-has-caption -- photos carry no speech */}
      <video
        src={url}
        style={{ ...usePlaceholder(poster.thumbhash), aspectRatio: `${width} / ${height}` }}
        poster={preset === null ? undefined : pictureUrl(poster.mediaUrl, preset)}
        preload="none"
        controls
        loop
        playsInline
        aria-label={`Time-lapse of ${viewpointName}`}
      />
      <figcaption>
        <span>{viewpointName}</span>
        <span>
          {counted(photoCount, 'photo')}, {storageSize(bytes)}
        </span>
      </figcaption>
    </figure>
  );
}
