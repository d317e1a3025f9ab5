import type { SharedProject } from '#domain/projects.ts';
import type { SharedPage } from '#domain/share-links.ts';
import { counted, date } from '#web/lib/formats.ts';
import shared from './shared-page.module.css';
import { Suspense, useRef } from 'react';
import { lazyComponent } from '#web/lib/import-with-retry.ts';
import { WhenNear } from '#web/ui/when-near.tsx';
import type { SharedSurveyProps } from './shared-survey.tsx';
import { FilesLoading } from './files-loading.tsx';
import { byteSize } from '#domain/byte-size.ts';
import type { SharedTimelapse } from '#domain/timelapses.ts';
import { LazyVideo } from '#web/ui/picture/lazy-video.tsx';
import { usePlaceholder } from '#web/ui/picture/placeholder.ts';
import styles from './week-media.module.css';

export function ProjectOverview({ page }: { page: SharedPage }) {
  const { project, submissions } = page;
  const photos = submissions.reduce((sum, { photoCount }) => sum + photoCount, 0);
  const videos = submissions.reduce((sum, { videoCount }) => sum + videoCount, 0);
  const facts = [
    counted(submissions.length, 'update'),
    ...(page.showPhotos ? [counted(photos, 'photo')] : []),
    ...(videos > 0 ? [counted(videos, 'video')] : []),
  ];
  return (
    <section className={shared.section} aria-labelledby="overview">
      <h2 id="overview">Project Overview</h2>
      {page.description ? <p className={shared.lead}>{page.description}</p> : null}
      {project.description || !page.description ? (
        <p className={shared.text}>{project.description ?? 'No description available.'}</p>
      ) : null}
      {submissions.length > 0 ? <p className={shared.quiet}>{facts.join(' · ')}</p> : null}
    </section>
  );
}

export function ProjectInformation({ project }: { project: SharedProject }) {
  const day = (value: string | null) => (value ? date(value, project.timeZone) : 'Not set');
  const rows = [
    ['Start date', day(project.startDate)],
    ['Estimated completion', day(project.estimatedCompletionDate)],
    ...(project.address ? [['Location', project.address] as const] : []),
  ] as const;
  return (
    <section className={shared.section} aria-labelledby="information">
      <h2 id="information">Project Information</h2>
      <dl className={shared.facts}>
        {rows.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

const SharedSurvey = lazyComponent(() => import('./shared-survey.tsx'), 'SharedSurvey');

/** The map's script is loaded when the map is scrolled into view. */
export function SharedMaps(props: SharedSurveyProps) {
  const { showMaps, submissions } = props.page;
  if (!showMaps || submissions.every(({ mapCount }) => mapCount === 0)) return null;
  const waiting = <FilesLoading error={null} onRetry={() => {}} />;
  return (
    <section className={`${shared.wide} ${shared.maps}`} aria-labelledby="maps">
      <div className={shared.head}>
        <h2 id="maps">2D Orthoscopic Maps</h2>
      </div>
      <div className={shared.map}>
        <WhenNear waiting={waiting}>
          <Suspense fallback={waiting}>
            <SharedSurvey {...props} />
          </Suspense>
        </WhenNear>
      </div>
    </section>
  );
}

export function SharedTimelapses({ timelapses }: { timelapses: readonly SharedTimelapse[] }) {
  if (timelapses.length === 0) return null;
  return (
    <section className={`${shared.wide} screen-only`} aria-labelledby="timelapses">
      <div className={shared.head}>
        <h2 id="timelapses">Time-lapse</h2>
      </div>
      <ul className={styles.films} data-count={timelapses.length}>
        {timelapses.map((timelapse) => (
          <li key={timelapse.id}>
            <TimelapseVideo timelapse={timelapse} />
          </li>
        ))}
      </ul>
    </section>
  );
}

function TimelapseVideo({ timelapse }: { timelapse: SharedTimelapse }) {
  const { viewpointName, url, bytes, width, height, seconds, photoCount, poster } = timelapse;
  const player = useRef<HTMLVideoElement>(null);
  return (
    <figure className={styles.film}>
      <LazyVideo
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
