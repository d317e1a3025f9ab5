import type { Since } from '#domain/compared-views.ts';
import { api } from '#web/lib/api.ts';
import { idInSearch, oneOf } from '#web/lib/search-params.ts';

const start = oneOf('start');

/** What an address says of the comparison that a screen begins with: the viewpoint, and since when. */
export const firstLookInSearch = {
  viewpoint: idInSearch,
  since: (value: unknown): string | undefined => start(value) ?? idInSearch(value),
};

type Asked = { projectId: string; submissionId?: string | undefined; since?: Since | undefined };

/** The comparison of a week, the newest unless one is named. Its usual address is as in early-answers.ts of the server. */
export const comparisonOf = ({ projectId, submissionId, since }: Asked) =>
  api.viewpoints.compare.queryOptions({
    input: { projectId, ...(submissionId && { submissionId }), ...(since && { since }) },
  });

/** How wide the picture is that a page begins with, as the attribute `sizes` of an image; see first-look.module.css. */
export const LOOK_SIZES = '(width < 62em) 100vw, 62rem';

const DAY_MS = 86_400_000;
/** The most days between two visits that people call a week. */
const WEEK_DAYS = 10;

/** How the time since the previous visit is called; days are yyyy-mm-dd. */
export const sinceLast = (day: string, previous: string): string =>
  Date.parse(day) - Date.parse(previous) <= WEEK_DAYS * DAY_MS
    ? 'Since last week'
    : 'Since last visit';
