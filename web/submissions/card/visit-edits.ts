import type { ContentType } from '#domain/submissions.ts';
import type { CardVisit } from '#domain/card-visits.ts';
import type { CardPhoto } from './reading/card-photo.ts';

export const NEW_PROJECT = 'new';

/** `coordinates` is 'latitude, longitude' in degrees, as typed. */
type NewProject = { name: string; companyId: string | null; coordinates: string };

export type Edits = {
  projectId?: string | null;
  newProject?: NewProject;
  title?: string;
  recordedDate?: string | null;
  /** The draft that the files are added to; null for a new one. */
  draftId?: string | null;
  contentType?: ContentType;
  /** The planned visit; null for none. */
  visitId?: string | null;
  /** Whether to create a draft even though the visit was at a different place. */
  isWanted?: boolean;
  /** Titles and project names entered for visits that were merged into this one. */
  mergedTexts?: readonly string[];
};

export const NO_EDITS: Edits = {};

/** The position of each path in the order the files were added. */
export const addedOrder = (photos: readonly CardPhoto[]): ReadonlyMap<string, number> =>
  new Map(photos.map(({ path }, at) => [path, at]));

/** The path of the file that was added to the visit first, so that the key stays the same when more files are added. */
export const visitKeyOf = (
  { files }: CardVisit<CardPhoto>,
  addedAt: ReadonlyMap<string, number>,
): string =>
  files
    .map(({ path }) => path)
    .reduce((first, path) => ((addedAt.get(path) ?? 0) < (addedAt.get(first) ?? 0) ? path : first));

/**
 * Merges the user's changes to visits that have become one; those to the first visit win. Returns the same map if no
 * visits were merged.
 */
export function combineEdits(
  edits: ReadonlyMap<string, Edits>,
  visits: readonly CardVisit<CardPhoto>[],
  addedAt: ReadonlyMap<string, number>,
): ReadonlyMap<string, Edits> {
  const inOrder = [...edits].toSorted(([a], [b]) => (addedAt.get(a) ?? 0) - (addedAt.get(b) ?? 0));
  let merged = edits;
  for (const visit of visits) {
    const key = visitKeyOf(visit, addedAt);
    const paths = new Set(visit.files.map(({ path }) => path));
    const parts = inOrder.filter(([path]) => paths.has(path));
    if (parts.every(([path]) => path === key)) continue;
    const rest = [...merged].filter(([path]) => !paths.has(path));
    merged = new Map([...rest, [key, mergeParts(parts.map(([, part]) => part))]]);
  }
  return merged;
}

function mergeParts(parts: readonly Edits[]): Edits {
  const titled = parts.map(({ title, ...part }) => (title?.trim() ? { ...part, title } : part));
  const merged = titled.toReversed().reduce<Edits>((all, part) => ({ ...all, ...part }), NO_EDITS);
  const { title, projectId, newProject } = merged;
  const shownTexts = [title, projectId === NEW_PROJECT ? newProject?.name : undefined, ''];
  const texts = parts.flatMap((part) => [
    part.title?.trim() ?? '',
    part.newProject?.name.trim() ?? '',
    ...(part.mergedTexts ?? []),
  ]);
  return {
    ...merged,
    mergedTexts: [...new Set(texts)].filter((text) => !shownTexts.includes(text)),
  };
}
