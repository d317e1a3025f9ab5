import type { Submission } from '#domain/submissions.ts';

/** Whether photos of one week can be laid beside those of another. */
export const canCompare = (weeks: readonly Pick<Submission, 'photoCount'>[]): boolean =>
  weeks.filter(({ photoCount }) => photoCount > 0).length > 1;
