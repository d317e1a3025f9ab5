import type { SharedProject } from '#domain/projects.ts';
import type { SharedPage } from '#domain/share-links.ts';
import { counted, date } from '#web/lib/formats.ts';
import shared from './shared-page.module.css';
import styles from './project-facts.module.css';

/** What the project is, in the words of its people. */
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
      {page.description ? <p className={styles.lead}>{page.description}</p> : null}
      {project.description || !page.description ? (
        <p className={styles.text}>{project.description ?? 'No description available.'}</p>
      ) : null}
      {submissions.length > 0 ? <p className={shared.quiet}>{facts.join(' · ')}</p> : null}
    </section>
  );
}

/** The dates of the project. */
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
      <dl className={styles.facts}>
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
