import type { WeekComparison } from '#domain/week-comparison.ts';
import type { SharedPage, SharedSubmissionFiles } from '#domain/share-links.ts';

/** The whole project, one submission only (/shared/:token/week), or one place before and now (/shared/:token/slider). */
export type SharedScreen = 'project' | 'week' | 'slider';

/** What the page behind a share link shows: what the link opens, or in words why there is nothing. */
export type SharedView =
  | {
      kind: 'open';
      /** Null in a preview, where there is no link yet. */
      token: string | null;
      /** What addresses begin with, e.g. https://photos.example; preview cards need whole ones. */
      origin: string;
      screen: SharedScreen;
      page: SharedPage;
      /** The submission that is shown first; null without submissions. */
      submissionId: string | null;
      /** Of that submission. */
      files: SharedSubmissionFiles | null;
      /** What changed in the newest week; null in a preview. */
      comparison: WeekComparison | null;
    }
  /** Protected by a password that this visitor has not given; `error` says what was wrong with the last try. */
  | { kind: 'locked'; error: string | null }
  | { kind: 'gone'; message: string };

/**
 * `renderSharedPage` of the built dist/server/shared.js: the whole HTML document of a view, made from
 * `template`, the built dist/web/shared.html. Status and headers are the caller's: no-store,
 * same-origin referrers, noindex, and a policy that allows scripts and styles of our own, and style attributes.
 * What cannot be drawn goes to `onError`: the browser then draws the page, without the part that failed.
 */
export type RenderSharedPage = (
  view: SharedView,
  template: string,
  onError: (error: unknown) => void,
) => string;
