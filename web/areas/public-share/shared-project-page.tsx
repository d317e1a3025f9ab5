import { LazyViewer } from '#web/files/viewer/lazy-viewer.tsx';
import { useOpening } from '#web/files/viewer/opening.ts';
import { date } from '#web/lib/formats.ts';
import { ErrorBoundary } from '#web/ui/error-boundary.tsx';
import { UnitsSelect } from '#web/ui/units-select.tsx';
import { BeforeAfter } from './before-after.tsx';
import { Hero } from './hero.tsx';
import {
  ProjectInformation,
  ProjectOverview,
  SharedMaps,
  SharedTimelapses,
} from './shared-sections.tsx';
import type { SharedData } from './shared-data.ts';
import styles from './shared-page.module.css';
import { useSharedFiles } from './use-shared-files.ts';
import { useChoiceInUrl } from './use-choice-in-url.ts';
import { useSharedPins } from './use-shared-pins.ts';
import { useComparison } from './use-comparison.ts';
import { SubmissionMedia } from './submission-media.tsx';
import { useEffect, useEffectEvent } from 'react';
import type { ShareLook, SharePart } from '#domain/share-links.ts';
import { ADDRESSES } from '#web/lib/paths.ts';

/** Minimum time between two checks in ms, because many pictures can fail at once. */
const MIN_CHECK_INTERVAL_MS = 5000;

/**
 * Calls `check` when a picture or video fails to load or the visitor returns to the page, because the link may have
 * been disabled.
 */
function useLinkCheck(check: () => void): void {
  const runCheck = useEffectEvent(check);
  useEffect(() => {
    let last = Number.NEGATIVE_INFINITY;
    const throttledCheck = ({ timeStamp }: Event) => {
      if (timeStamp - last < MIN_CHECK_INTERVAL_MS) return;
      last = timeStamp;
      runCheck();
    };
    const onFailure = (event: Event) => {
      const { target } = event;
      if (target instanceof HTMLImageElement || target instanceof HTMLSourceElement)
        throttledCheck(event);
    };
    const onReturn = (event: Event) => {
      if (document.visibilityState === 'visible' && navigator.onLine) throttledCheck(event);
    };
    // `error` events of elements don't bubble, but they can be captured.
    window.addEventListener('error', onFailure, true);
    document.addEventListener('visibilitychange', onReturn);
    return () => {
      window.removeEventListener('error', onFailure, true);
      document.removeEventListener('visibilitychange', onReturn);
    };
  }, []);
}

const reportedViews = new Set<string>();

/** Reports once that a visitor viewed a part of a link. Does nothing in a preview or frame. Never rejects. */
function reportView(token: string | null, part: SharePart, id: string): void {
  if (token === null || window.top !== window || reportedViews.has(part + id)) return;
  reportedViews.add(part + id);
  const look: ShareLook = { part, id };
  fetch(`${ADDRESSES.api}/shared/${token}/looks`, {
    method: 'POST',
    keepalive: true,
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(look),
  }).catch(() => {});
}

/** Paths of downloads. The group is the ID of the submission or file. */
const DOWNLOAD_PATH = /^\/(?:(?:downloads|reports)\/s\/[^/]+|media\/s\/[^/]+\/o)\/([^/]+)\//;

function useViewReports(
  token: string | null,
  { submissionId, fileId }: { submissionId: string | undefined; fileId: string | null | undefined },
): void {
  useEffect(() => {
    if (submissionId) reportView(token, 'week', submissionId);
  }, [token, submissionId]);
  useEffect(() => {
    if (fileId) reportView(token, 'photo', fileId);
  }, [token, fileId]);
  useEffect(() => {
    const onClick = ({ target }: MouseEvent) => {
      const link = target instanceof Element ? target.closest('a') : null;
      const id = link && DOWNLOAD_PATH.exec(link.pathname)?.[1];
      if (id) reportView(token, 'download', id);
    };
    window.addEventListener('click', onClick);
    return () => window.removeEventListener('click', onClick);
  }, [token]);
}

type SharedProjectPageProps = { data: SharedData; onGone: (message: string) => void };

export function SharedProjectPage({ data, onGone }: SharedProjectPageProps) {
  const { page, brand, now } = data;
  const { project, submissions } = page;
  const files = useSharedFiles(data, onGone);
  const firstId = submissions[0]?.id;
  useLinkCheck(() => {
    if (firstId) void files.load(firstId);
  });
  const comparison = useComparison(data, onGone);
  const [opening, open] = useOpening();
  const pins = useSharedPins(data, opening !== null);
  const [submissionId, setSubmissionId] = useChoiceInUrl(
    'week',
    submissions.map(({ id }) => id),
    data.submissionId,
  );
  const shown = submissions.find(({ id }) => id === submissionId);
  useViewReports(data.token, { submissionId: shown?.id, fileId: opening?.file?.fileId });

  return (
    <>
      <ErrorBoundary>
        <Hero page={page} brand={brand} now={new Date(now)} hasComparison={comparison !== null} />
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
        <p>Shared by {brand.name}</p>
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
            pins={pins}
            onClose={() => open(null)}
          />
        </ErrorBoundary>
      ) : null}
    </>
  );
}
