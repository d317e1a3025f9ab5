import type { LogoBrand } from '#domain/public-site.ts';
import type { SharedScreen } from '#contract/shared-view.ts';
import type { SubmissionComparison } from '#domain/submission-comparison.ts';
import type { SharedPage, SharedSubmissionFiles } from '#domain/share-links.ts';

/** The data a shared page is rendered from. The server sends it along, so that the browser can render the same. */
export type SharedData = {
  /** Null in a preview, which has all its data from the start. */
  token: string | null;
  screen: SharedScreen;
  brand: LogoBrand;
  page: SharedPage;
  submissionId: string | null;
  files: SharedSubmissionFiles | null;
  /** What changed in the newest submission; null if a page shows only one. */
  comparison: SubmissionComparison | null;
  /** The server's time (ISO 8601), so that server and browser render the same dates. */
  now: string;
};

export type SharedContent =
  | SharedData
  | { brand: LogoBrand; gone: string }
  | { brand: LogoBrand; locked: { error: string | null } };

export const DATA_ID = 'shared-data';

export const NOT_AVAILABLE = 'This shared link is not available or has expired.';
