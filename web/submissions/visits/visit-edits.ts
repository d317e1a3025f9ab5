import type { ContentType } from '#domain/submissions.ts';
import type { Visit } from '#domain/visit.ts';
import type { CardPhoto } from './reading/card-photo.ts';

/** Stands for a project that is yet to be made, where one chooses a project. */
export const NEW_PROJECT = 'new';

/** `coordinates`: 'latitude, longitude' in degrees, as typed. */
type NewProject = { name: string; companyId: string | null; coordinates: string };

/** What somebody changed of a visit as it is proposed. */
export type Edits = {
  projectId?: string | null;
  newProject?: NewProject;
  title?: string;
  recordedDate?: string | null;
  /** The draft that the files are added to; null for a new one. */
  draftId?: string | null;
  contentType?: ContentType;
  /** Whether a draft is to be made of it although it was elsewhere. */
  isWanted?: boolean;
  /** Titles and names of new projects that were typed of visits which are part of this one by now. */
  alsoTyped?: readonly string[];
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

/**
 * What somebody changed, by the keys of the visits that there are now: of visits that have been joined, what was changed of
 * the one that came first counts, and of the others where that has nothing. The same if none have been joined.
 */
export function joinEdits(
  edits: ReadonlyMap<string, Edits>,
  visits: readonly Visit<CardPhoto>[],
  came: ReadonlyMap<string, number>,
): ReadonlyMap<string, Edits> {
  const inOrder = [...edits].toSorted(([a], [b]) => (came.get(a) ?? 0) - (came.get(b) ?? 0));
  let joined = edits;
  for (const visit of visits) {
    const key = keyOf(visit, came);
    const paths = new Set(visit.files.map(({ path }) => path));
    const parts = inOrder.filter(([path]) => paths.has(path));
    if (parts.every(([path]) => path === key)) continue;
    const rest = [...joined].filter(([path]) => !paths.has(path));
    joined = new Map([...rest, [key, joinedOf(parts.map(([, part]) => part))]]);
  }
  return joined;
}

function joinedOf(parts: readonly Edits[]): Edits {
  const said = parts.map(({ title, ...part }) => (title?.trim() ? { ...part, title } : part));
  const joined = said.toReversed().reduce<Edits>((all, part) => ({ ...all, ...part }), NO_EDITS);
  const { title, projectId, newProject } = joined;
  const borne = [title, projectId === NEW_PROJECT ? newProject?.name : undefined, ''];
  const texts = parts.flatMap((part) => [
    part.title?.trim() ?? '',
    part.newProject?.name.trim() ?? '',
    ...(part.alsoTyped ?? []),
  ]);
  return { ...joined, alsoTyped: [...new Set(texts)].filter((text) => !borne.includes(text)) };
}
