import type { Project } from '#domain/projects.ts';
import { distanceText, type Units } from '#domain/units.ts';
import type { CardComparison, VisitTarget } from '#domain/card-comparison.ts';
import {
  isElsewhere,
  metersTo,
  nearestProject,
  type Place,
  weekTitle,
} from '#domain/card-visits.ts';
import { countDays, dayIn } from '#domain/weeks.ts';
import { oddDayText } from '#web/lib/formats.ts';
import type { CardPhoto } from './reading/card-photo.ts';

/** The day the file was taken, in local time, YYYY-MM-DD. Null if unknown. */
function dayOfFile({ clockDay, takenAt, modifiedAt }: CardPhoto, timeZone: string): string | null {
  if (clockDay !== null) return clockDay;
  // The modification time isn't reliable, because the file may have been copied.
  const isKnown = takenAt !== null && takenAt !== modifiedAt;
  return isKnown ? dayIn(new Date(takenAt), timeZone) : null;
}

/**
 * The day with the most photos up to `today`, and messages about photos from other days. If there are no photos, the
 * other files count. `today` is today's date in `timeZone`.
 */
export function proposeDay(files: readonly CardPhoto[], timeZone: string, today: string) {
  const daysOf = (some: readonly CardPhoto[]) =>
    countDays(some.flatMap((file) => dayOfFile(file, timeZone) ?? []));
  const photos = files.filter(({ kind }) => kind === 'photo');
  const days = daysOf(photos);
  const all = days.length > 0 ? days : daysOf(files);
  const day = all.find((each) => each.day <= today)?.day ?? null;
  const odd = days.filter((each) => each.day !== day);
  const named = (of: string) => photos.find((photo) => dayOfFile(photo, timeZone) === of)?.name;
  return {
    day,
    odd: odd.map((each) => {
      const toCome = each.day > today ? ', in the future' : '';
      return `${oddDayText({ ...each, name: named(each.day) ?? '' })}${toCome}.`;
    }),
  };
}

/**
 * The project at that place. Otherwise the one that the card page was opened from, if it isn't too far from the place.
 */
export function proposeProject(
  place: Place | null,
  projects: readonly Project[],
  forProjectId: string | null,
): { projectId: string | null; nearest: ReturnType<typeof nearestProject<Project>> } {
  const nearest = place && nearestProject(place, projects);
  if (nearest?.isThere) return { projectId: nearest.project.id, nearest };
  const wanted = projects.find(({ id }) => id === forProjectId);
  const fits = wanted && !(place && isElsewhere(metersTo(place, wanted)));
  return { projectId: fits ? wanted.id : null, nearest };
}

/** 'latitude, longitude', rounded to about 10 cm. */
export const coordinatesText = ({ latitude, longitude }: Place): string =>
  [latitude, longitude].map((degrees) => Number(degrees.toFixed(6))).join(', ');

export type InterruptedDraft = {
  id: string;
  projectId: string;
  hasFile: (photo: CardPhoto) => boolean;
};

export function interruptedDraftOf(
  files: readonly CardPhoto[],
  interrupted: readonly InterruptedDraft[],
): InterruptedDraft | null {
  return withHighestCount(interrupted, ({ hasFile }) => files.filter(hasFile).length);
}

/** The ID of the draft that already has most of these hashes. */
export function draftWithFiles(
  hashes: ReadonlySet<string>,
  { known, drafts }: Pick<CardComparison, 'known' | 'drafts'>,
): string | null {
  const has = ({ id }: VisitTarget) =>
    known.filter(({ submissionId, sha256 }) => submissionId === id && hashes.has(sha256)).length;
  return withHighestCount(drafts, has)?.id ?? null;
}

function withHighestCount<T>(all: readonly T[], countOf: (each: T) => number): T | null {
  const counts = all.map(countOf);
  const highest = Math.max(0, ...counts);
  return highest === 0 ? null : (all[counts.indexOf(highest)] ?? null);
}

export function projectOptions(projects: readonly Project[], place: Place | null, units: Units) {
  return projects
    .map((project) => ({ ...project, meters: place && metersTo(place, project) }))
    .toSorted((a, b) => (a.meters ?? Infinity) - (b.meters ?? Infinity) || 0)
    .map(({ id, name, companyName, meters }) => ({
      value: id,
      label: [name, companyName, meters === null ? null : distanceText(meters, units)]
        .filter(Boolean)
        .join(' · '),
    }));
}

export const proposeTitle = (
  project: Project | undefined,
  day: string | null,
  comparison: CardComparison | undefined,
): string => weekTitle(project?.startDate ?? null, day, comparison?.titles ?? []);

/**
 * The draft to add a visit to; null for a new one. Prefers the user's choice (`chosen`; null for a new draft), then
 * `begun`, which already has some of the files, then one from the same day (for example, from a second card or drone).
 */
export function proposeDraft(
  drafts: readonly VisitTarget[],
  day: string | null,
  { chosen, begun }: { chosen: string | null | undefined; begun: string | null },
): VisitTarget | null {
  if (chosen === null) return null;
  const byId = (wanted: string | null | undefined) => drafts.find(({ id }) => id === wanted);
  const ofDay = drafts.find(({ recordedDate }) => day !== null && recordedDate === day);
  return byId(chosen) ?? byId(begun) ?? ofDay ?? null;
}
