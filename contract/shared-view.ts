import type { SubmissionComparison } from '#domain/submission-comparison.ts';
import type { SharedPage, SharedSubmissionFiles } from '#domain/share-links.ts';

/** The whole project, one submission (/shared/:token/week), or one before/after (/shared/:token/slider). */
export type SharedScreen = 'project' | 'week' | 'slider';

export type SharedView =
  | {
      kind: 'open';
      token: string | null;
      /** Such as https://photos.example, for absolute URLs in link previews. */
      origin: string;
      screen: SharedScreen;
      page: SharedPage;
      /** The submission shown first. */
      submissionId: string | null;
      files: SharedSubmissionFiles | null;
      /** Null in a preview. */
      comparison: SubmissionComparison | null;
    }
  | { kind: 'locked'; error: string | null }
  | { kind: 'gone'; message: string };

/**
 * `renderSharedPage` of dist/server/shared.js. Returns the HTML document, made from `template`, the built
 * dist/web/shared.html. The caller sets status and headers: no-store, same-origin referrer, noindex, and a policy that
 * allows our scripts and styles, and style attributes. Rendering errors go to `onError`; the browser then renders the
 * page without the failed part.
 */
export type RenderSharedPage = (
  view: SharedView,
  template: string,
  onError: (error: unknown) => void,
) => string;
