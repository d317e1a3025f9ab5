import type { SharedScreen } from '#contract/shared-view.ts';
import type { WeekComparison } from '#domain/week-comparison.ts';
import type { SharedPage, SharedSubmissionFiles } from '#domain/share-links.ts';

/** What the server rendered a shared page from, handed to the browser to go on from there. */
export type SharedData = {
  /** Null in a preview: all that there is came with the page. */
  token: string | null;
  screen: SharedScreen;
  brandName: string;
  page: SharedPage;
  /** The submission that is shown first, and its files. */
  submissionId: string | null;
  files: SharedSubmissionFiles | null;
  /** What changed in the newest week; null if a page shows only one week. */
  comparison: WeekComparison | null;
  /** The server's clock as ISO 8601, so that both sides count the same days. */
  now: string;
};

/** A page to show, or in words why there is none. */
export type SharedContent =
  | SharedData
  | { brandName: string; gone: string }
  | { brandName: string; locked: { error: string | null } };

export const DATA_ID = 'shared-data';

/** The words of a link that does not open, when the server gave none. */
export const NOT_AVAILABLE = 'This shared link is not available or has expired.';
