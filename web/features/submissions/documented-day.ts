import type { Submission } from '#domain/submissions.ts';
import { dayOf } from '#web/lib/formats.ts';

type Dated = Pick<Submission, 'recordedDate' | 'publishedAt' | 'createdAt'>;

/** The day (YYYY-MM-DD) a submission documents: recorded, else published, else created. */
export const documentedDay = (submission: Dated, timeZone: string): string =>
  dayOf(submission.recordedDate ?? submission.publishedAt ?? submission.createdAt, timeZone);
