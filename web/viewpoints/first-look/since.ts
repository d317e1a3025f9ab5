import type { Since } from '#domain/week-comparison.ts';
import { api } from '#web/lib/api.ts';
import { idInSearch, oneOf } from '#web/lib/search-params.ts';

const start = oneOf('start');

/** URL parameters of a screen's first comparison: the viewpoint, and since when. */
export const firstLookInSearch = {
  viewpoint: idInSearch,
  since: (value: unknown): string | undefined => start(value) ?? idInSearch(value),
};

type Asked = { projectId: string; submissionId?: string | undefined; since?: Since | undefined };

/** The comparison of a week, by default the newest. Its usual URL must match the server's early-answers.ts. */
export const comparisonOf = ({ projectId, submissionId, since }: Asked) =>
  api.viewpoints.compare.queryOptions({
    input: { projectId, ...(submissionId && { submissionId }), ...(since && { since }) },
  });

/** Width of a page's first picture, as in the `sizes` attribute of an image; see first-look.module.css. */
export const LOOK_SIZES = '(width < 62em) 100vw, 62rem';

const DAY_MS = 86_400_000;
/** Up to this many days between two visits still read as "last week". */
const WEEK_DAYS = 10;

/** The label for the time since the previous visit; days are yyyy-mm-dd. */
export const sinceLast = (day: string, previous: string): string =>
  Date.parse(day) - Date.parse(previous) <= WEEK_DAYS * DAY_MS
    ? 'Since last week'
    : 'Since last visit';
