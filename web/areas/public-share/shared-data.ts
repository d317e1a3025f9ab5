import type { SharedPage, SharedSubmissionFiles } from '#domain/share-links.ts';

/** What the server rendered a shared page from, handed to the browser to go on from there. */
export type SharedData = {
  token: string;
  brandName: string;
  page: SharedPage;
  /** Files of the first submission. */
  files: SharedSubmissionFiles | null;
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
