import { lazy, Suspense, useState } from 'react';
import { date } from '#web/lib/formats.ts';
import { importWithRetry } from '#web/lib/import-with-retry.ts';
import { BeforeAfter } from './before-after.tsx';
import { Hero } from './hero.tsx';
import { ProjectInformation, ProjectOverview } from './project-facts.tsx';
import type { OpenViewer, SharedData } from './shared-data.ts';
import styles from './shared-page.module.css';
import { useCloseOnBack } from './use-close-on-back.ts';
import { useLinkCheck } from './use-link-check.ts';
import { useSharedFiles } from './use-shared-files.ts';
import { WeekMedia } from './week-media.tsx';

/** Fetched when somebody opens a picture: most of the script of this page is in it. */
const Viewer = lazy(async () => ({
  default: (await importWithRetry(() => import('#web/features/viewer/viewer.tsx'))).Viewer,
}));

type SharedProjectPageProps = { data: SharedData; onGone: (message: string) => void };

/** A project as a visitor with a share link sees it. */
export function SharedProjectPage({ data, onGone }: SharedProjectPageProps) {
  const { page, brandName, now } = data;
  const { project, submissions } = page;
  const files = useSharedFiles(data, onGone);
  const firstId = submissions[0]?.id;
  useLinkCheck(() => {
    if (firstId) void files.load(firstId);
  });
  const [viewer, setViewer] = useState<OpenViewer | null>(null);
  useCloseOnBack(viewer !== null, () => setViewer(null));
  const [submissionId, setSubmissionId] = useState(firstId);
  const shown = submissions.find(({ id }) => id === submissionId) ?? submissions[0];

  return (
    <>
      <Hero page={page} brandName={brandName} now={new Date(now)} />
      <main className={styles.main}>
        <ProjectOverview page={page} />
        {submissions.length > 1 ? (
          <BeforeAfter page={page} files={files} onOpen={setViewer} />
        ) : null}
        {shown ? (
          <WeekMedia
            page={page}
            submission={shown}
            files={files}
            now={new Date(now)}
            onSubmission={setSubmissionId}
            onOpen={setViewer}
          />
        ) : (
          <section className={styles.section}>
            <h2>No Updates Available</h2>
            <p className={styles.quiet}>
              Photos will appear here when the first update is published.
            </p>
          </section>
        )}
        <ProjectInformation project={project} />
      </main>
      <footer className={styles.footer}>
        <p>Shared by {brandName}</p>
        {page.expiresAt ? <p>Available until {date(page.expiresAt, project.timeZone)}</p> : null}
      </footer>
      {viewer ? (
        <Suspense>
          <Viewer
            submissions={submissions}
            timeZone={project.timeZone}
            loadFiles={files.loadFiles}
            initialMode={viewer.mode}
            initialFile={viewer}
            onClose={() => setViewer(null)}
          />
        </Suspense>
      ) : null}
    </>
  );
}
