import { LazyViewer } from '#web/files/viewer/lazy-viewer.tsx';
import { useOpening } from '#web/files/viewer/use-opening.ts';
import { date } from '#web/lib/formats.ts';
import { ErrorBoundary } from '#web/ui/error-boundary.tsx';
import { UnitsSelect } from '#web/ui/units-select.tsx';
import { BeforeAfter } from './before-after.tsx';
import { Hero } from './hero.tsx';
import { ProjectInformation, ProjectOverview } from './project-facts.tsx';
import { useNotedLooks } from './note-look.ts';
import type { SharedData } from './shared-data.ts';
import { SharedMaps } from './shared-maps.tsx';
import { SharedTimelapses } from './shared-timelapses.tsx';
import styles from './shared-page.module.css';
import { useLinkCheck } from './use-link-check.ts';
import { useSharedFiles } from './use-shared-files.ts';
import { useChoiceInAddress } from './use-choice-in-address.ts';
import { useComparison } from './use-comparison.ts';
import { SubmissionMedia } from './submission-media.tsx';

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
  const comparison = useComparison(data, onGone);
  const [opening, open] = useOpening();
  const [submissionId, setSubmissionId] = useChoiceInAddress(
    'week',
    submissions.map(({ id }) => id),
    data.submissionId,
  );
  const shown = submissions.find(({ id }) => id === submissionId);
  useNotedLooks(data.token, { submissionId: shown?.id, fileId: opening?.file?.fileId });

  return (
    <>
      <ErrorBoundary>
        <Hero
          page={page}
          brandName={brandName}
          now={new Date(now)}
          hasComparison={comparison !== null}
        />
      </ErrorBoundary>
      <main className={styles.main} data-compares={comparison ? true : undefined}>
        {comparison ? (
          <ErrorBoundary>
            <BeforeAfter comparison={comparison} timeZone={project.timeZone} onOpen={open} />
          </ErrorBoundary>
        ) : null}
        <ErrorBoundary>
          <ProjectOverview page={page} />
        </ErrorBoundary>
        <ErrorBoundary>
          <SharedTimelapses timelapses={page.timelapses} />
        </ErrorBoundary>
        {shown ? (
          <ErrorBoundary>
            <SubmissionMedia
              page={page}
              submission={shown}
              files={files}
              now={new Date(now)}
              onSubmission={setSubmissionId}
              onOpen={open}
            />
          </ErrorBoundary>
        ) : (
          <section className={styles.section}>
            <h2>No Updates Available</h2>
            <p className={styles.quiet}>
              Photos will appear here when the first update is published.
            </p>
          </section>
        )}
        <ErrorBoundary>
          <SharedMaps token={data.token} page={page} files={files} onOpen={open} onGone={onGone} />
        </ErrorBoundary>
        <ErrorBoundary>
          <ProjectInformation project={project} />
        </ErrorBoundary>
      </main>
      <footer className={styles.footer}>
        <p>Shared by {brandName}</p>
        {page.expiresAt ? <p>Available until {date(page.expiresAt, project.timeZone)}</p> : null}
        <UnitsSelect />
      </footer>
      {opening ? (
        <ErrorBoundary>
          <LazyViewer
            submissions={submissions}
            projectName={project.name}
            timeZone={project.timeZone}
            loadFiles={files.loadFiles}
            opening={opening}
            onClose={() => open(null)}
          />
        </ErrorBoundary>
      ) : null}
    </>
  );
}
