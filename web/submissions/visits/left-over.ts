import { groupBy } from '#domain/group-by.ts';

/** Why a file of a visit is not in the draft that was made of the visit, and which draft that is. */
export type LeftOver = {
  submissionId: string;
  /** Of the draft. */
  title: string;
  words: string;
  /** Whether it can be added to the draft all the same. */
  canReturn: boolean;
  /** Files of one group are shown and added as one. */
  group?: string | undefined;
};

/** Left-overs by the draft that they were set aside from. */
export const byDraft = <T extends { left: LeftOver }>(files: readonly T[]): T[][] => [
  ...groupBy(files, ({ left }) => left.submissionId).values(),
];
