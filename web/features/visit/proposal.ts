import type { Project } from '#domain/projects.ts';
import type { VisitComparison, VisitTarget } from '#domain/visit-comparison.ts';
import { isElsewhere, metresTo, nearestProject, type Place, weekTitle } from '#domain/visit.ts';
import { countDays, dayIn } from '#domain/weeks.ts';
import { oddDayText } from '#web/lib/odd-day.ts';
import type { CardPhoto } from './reading/card-photo.ts';

/** The day that a photo was taken on at a site, YYYY-MM-DD; null where it does not say. */
function dayOfPhoto({ kind, clockDay, takenAt }: CardPhoto, timeZone: string): string | null {
  if (kind !== 'photo') return null;
  return clockDay ?? (takenAt === null ? null : dayIn(new Date(takenAt), timeZone));
}

/**
 * The day of most photos, none that has yet to come, and the photos of other days in words. `today`: the
 * day at the site.
 */
export function proposeDay(photos: readonly CardPhoto[], timeZone: string, today: string) {
  const days = countDays(photos.flatMap((photo) => dayOfPhoto(photo, timeZone) ?? []));
  const day = days.find((each) => each.day <= today)?.day ?? null;
  const odd = days.filter((each) => each.day !== day);
  const named = (of: string) => photos.find((photo) => dayOfPhoto(photo, timeZone) === of)?.name;
  return {
    day,
    odd: odd.map((each) => {
      const toCome = each.day > today ? ', a day to come' : '';
      return `${oddDayText({ ...each, name: named(each.day) ?? '' })}${toCome}.`;
    }),
  };
}

/** The project that a visit is most likely of: the one it was begun for, else one that is near. */
export function proposeProject(
  place: Place | null,
  projects: readonly Project[],
  begunFor: string | null,
): { projectId: string | null; nearest: ReturnType<typeof nearestProject<Project>> } {
  const nearest = place && nearestProject(place, projects);
  if (nearest?.isThere) return { projectId: nearest.project.id, nearest };
  const wanted = projects.find(({ id }) => id === begunFor);
  const fits = wanted && !(place && isElsewhere(metresTo(place, wanted)));
  return { projectId: fits ? wanted.id : null, nearest };
}

/** The title that a visit gets where nobody types another. */
export const proposeTitle = (
  project: Project | undefined,
  day: string | null,
  comparison: VisitComparison | undefined,
): string => weekTitle(project?.startDate ?? null, day, comparison?.titles ?? []);

/**
 * The draft that a visit is added to: the one that somebody chose, else one of the same day, because the card was emptied
 * twice or another drone flew; null for a new one.
 */
export function proposeDraft(
  drafts: readonly VisitTarget[],
  day: string | null,
  chosen: string | null | undefined,
): VisitTarget | null {
  if (chosen === null) return null;
  const wanted = drafts.find(({ id }) => id === chosen);
  return wanted ?? drafts.find(({ recordedDate }) => day !== null && recordedDate === day) ?? null;
}
