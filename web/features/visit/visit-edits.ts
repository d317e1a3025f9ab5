import type { ContentType } from '#domain/submissions.ts';
import type { Visit } from '#domain/visit.ts';
import type { CardPhoto } from './reading/card-photo.ts';

type NewProject = { name: string; companyId: string | null };

/** What somebody changed of a visit as it is proposed. */
export type Edits = {
  projectId?: string | null;
  newProject?: NewProject;
  title?: string;
  recordedDate?: string | null;
  contentType?: ContentType;
  /** Whether a draft is to be made of it although it was elsewhere. */
  isWanted?: boolean;
};

export const NO_EDITS: Edits = {};

/** The files of the card, by path, in the order in which they came onto it. */
export const arrivals = (photos: readonly CardPhoto[]): ReadonlyMap<string, number> =>
  new Map(photos.map(({ path }, at) => [path, at]));

/** The path of its file that came first: of the same visit still when a later drop has files taken before. */
export const keyOf = ({ files }: Visit<CardPhoto>, came: ReadonlyMap<string, number>): string =>
  files
    .map(({ path }) => path)
    .reduce((first, path) => ((came.get(path) ?? 0) < (came.get(first) ?? 0) ? path : first));
