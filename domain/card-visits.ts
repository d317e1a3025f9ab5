import { distanceMeters, matchViewpoint, type Pose } from './viewpoints.ts';
import { projectWeek } from './weeks.ts';

export type Place = { latitude: number; longitude: number };

export type CardFile = {
  folder: string;
  place: Place | null;
  takenAt: number | null;
};

/** Files from one visit to a site, in chronological order; `place` is null if no file has a position. */
export type CardVisit<T> = { place: Place | null; files: T[] };

/** Pilots must keep a drone in sight (about 500 m), and a large site has two takeoff points. */
export const SITE_METERS = 1000;
/** Project coordinates are often those of an address rather than the site. The nearest project wins anyway. */
export const PROJECT_METERS = 2000;
/** Longer than charging batteries and lunch, shorter than a night. */
const VISIT_GAP_MS = 8 * 3_600_000;
const DAY_MS = 24 * 3_600_000;
/** Solar noon is this much later per degree west. */
const MS_PER_DEGREE = DAY_MS / 360;
const MIN_FILES_PER_VISIT = 3;

/**
 * Groups files by place, then splits them at pauses of more than eight hours. Files without a position join the visit
 * around their time or on their day; files without a time join the visit of their folder. One or two files from another
 * time stay with the visit at their place, so that people notice them.
 */
export function groupVisits<T extends CardFile>(files: readonly T[]): CardVisit<T>[] {
  const visits = groupBySite(files).flatMap(({ place, files: here }) =>
    splitAtPauses(here, MIN_FILES_PER_VISIT).map((some): CardVisit<T> => ({ place, files: some })),
  );
  const unplaced = files.filter(({ place }) => place === null);
  const timed = unplaced.filter(({ takenAt }) => takenAt !== null);
  // Match all files before adding any; otherwise each added file would widen its visit.
  const homes = timed.map((file) => visitAround(visits, time(file)));
  for (const [at, file] of timed.entries()) homes[at]?.files.push(file);
  const withoutVisit = timed.filter((_file, at) => !homes[at]);
  for (const some of splitAtPauses(withoutVisit, 1)) visits.push({ place: null, files: some });
  const leftOver: T[] = [];
  for (const file of unplaced.filter(({ takenAt }) => takenAt === null)) {
    (visitOfFolder(visits, file)?.files ?? leftOver).push(file);
  }
  const home = leftOver.length < MIN_FILES_PER_VISIT ? largest(visits) : null;
  if (home) home.files.push(...leftOver);
  else if (leftOver.length > 0) visits.push({ place: null, files: leftOver });
  return visits.map(({ place, files: unsorted }) => ({ place, files: unsorted.toSorted(byTime) }));
}

const time = ({ takenAt }: CardFile) => takenAt ?? Number.POSITIVE_INFINITY;
const byTime = (a: CardFile, b: CardFile) => (time(a) === time(b) ? 0 : time(a) - time(b));

/** Files with a position, grouped by site. The place of a site is the center of its files. */
export function groupBySite<T extends { place: Place | null }>(
  files: readonly T[],
): { place: Place; files: T[] }[] {
  const found: { place: Place; files: T[] }[] = [];
  for (const file of files) {
    const { place } = file;
    if (!place) continue;
    const site = found.find((each) => distanceMeters(each.place, place) <= SITE_METERS);
    if (!site) {
      found.push({ place, files: [file] });
      continue;
    }
    site.files.push(file);
    const share = 1 / site.files.length;
    site.place = {
      latitude: site.place.latitude + (place.latitude - site.place.latitude) * share,
      longitude: site.place.longitude + (place.longitude - site.place.longitude) * share,
    };
  }
  return found;
}

/** Parts with fewer than `fewest` files join the nearest in time; files without a time join their folder. */
function splitAtPauses<T extends CardFile>(files: readonly T[], fewest: number): T[][] {
  const parts: T[][] = [];
  for (const file of files.filter(({ takenAt }) => takenAt !== null).toSorted(byTime)) {
    const part = parts.at(-1);
    const last = part?.at(-1);
    if (part && last && time(file) - time(last) <= VISIT_GAP_MS) part.push(file);
    else parts.push([file]);
  }
  const large = parts.filter(({ length }) => length >= fewest);
  const visits = large.length > 0 ? large : parts;
  for (const part of parts.filter((each) => !visits.includes(each))) {
    const at = part[0] ? time(part[0]) : 0;
    visits.toSorted((a, b) => pauseTo(a, at) - pauseTo(b, at))[0]?.push(...part);
  }
  const timeless = files.filter(({ takenAt }) => takenAt === null);
  if (visits.length === 0) return timeless.length > 0 ? [timeless] : [];
  for (const file of timeless) {
    const ofFolder = visits.map((visit) => visit.filter(({ folder }) => folder === file.folder));
    const most = Math.max(...ofFolder.map(({ length }) => length));
    const home = visits[ofFolder.findIndex(({ length }) => length === most)];
    (most > 0 ? home : visits.toSorted((x, y) => y.length - x.length)[0])?.push(file);
  }
  return visits;
}

function pauseTo(files: readonly CardFile[], at: number): number {
  const times = files.flatMap(({ takenAt }) => takenAt ?? []);
  return Math.max(0, Math.min(...times) - at, at - Math.max(...times));
}

const mainPart = <T extends CardFile>(files: T[]): T[] =>
  splitAtPauses(files, 1).toSorted((a, b) => b.length - a.length)[0] ?? files;

function visitAround<T extends CardFile>(visits: readonly CardVisit<T>[], at: number) {
  const near = visits
    .map((visit) => ({ visit, core: mainPart(visit.files) }))
    .map(({ visit, core }) => ({ visit, core, pause: pauseTo(core, at) }))
    .filter(
      ({ visit, core, pause }) =>
        pause <= VISIT_GAP_MS || isOnDayOf({ place: visit.place, files: core }, at),
    );
  return near.toSorted((a, b) => a.pause - b.pause)[0]?.visit ?? null;
}

function isOnDayOf({ place, files }: CardVisit<CardFile>, at: number): boolean {
  if (!place) return false;
  const dayAt = (ms: number) => Math.floor((ms + place.longitude * MS_PER_DEGREE) / DAY_MS);
  return files.some(({ takenAt }) => takenAt !== null && dayAt(takenAt) === dayAt(at));
}

const visitOfFolder = <T extends CardFile>(visits: readonly CardVisit<T>[], { folder }: CardFile) =>
  largest(visits.filter(({ files }) => files.some((file) => file.folder === folder)));

const largest = <T>(visits: readonly CardVisit<T>[]): CardVisit<T> | null =>
  visits.toSorted((a, b) => b.files.length - a.files.length)[0] ?? null;

type OptionalPlace = { latitude: number | null; longitude: number | null };

export const metersTo = (place: Place, { latitude, longitude }: OptionalPlace): number | null =>
  latitude === null || longitude === null ? null : distanceMeters(place, { latitude, longitude });

export function nearestProject<T extends OptionalPlace>(place: Place, projects: readonly T[]) {
  const near = projects.flatMap((project) => {
    const meters = metersTo(place, project);
    return meters === null ? [] : [{ project, meters, isThere: meters <= PROJECT_METERS }];
  });
  return near.toSorted((a, b) => a.meters - b.meters)[0] ?? null;
}

export const isElsewhere = (meters: number | null): boolean =>
  meters !== null && meters > PROJECT_METERS;

/**
 * Chronological. Files without a position are only `unplaced` if others have one. Pass the returned `home` again so
 * that visits stay where they are. `home` defaults to the largest visit at a project. If no visit is at a project, it
 * defaults to the largest visit, because the project may not exist yet or have no coordinates.
 */
export function separateElsewhere<T extends CardFile>(
  all: readonly CardVisit<T>[],
  isOfProject: (visit: CardVisit<T>) => boolean,
  home: Place | null = null,
): { visits: CardVisit<T>[]; apart: CardVisit<T>[]; unplaced: CardVisit<T>[]; home: Place | null } {
  const start = ({ files }: CardVisit<T>) => files[0]?.takenAt ?? Number.POSITIVE_INFINITY;
  const inOrder = all.toSorted((a, b) => start(a) - start(b));
  const placed = inOrder.filter(({ place }) => place);
  const hasPlaces = home !== null || placed.length > 0;
  if (!hasPlaces) return { visits: inOrder, apart: [], unplaced: [], home };
  const main = home ?? (largest(placed.filter(isOfProject)) ?? largest(placed))?.place ?? null;
  const isAtHome = ({ place }: CardVisit<T>) =>
    place !== null && main !== null && distanceMeters(place, main) <= SITE_METERS;
  const visits = placed.filter((visit) => isOfProject(visit) || isAtHome(visit));
  return {
    visits,
    apart: placed.filter((visit) => !visits.includes(visit)),
    unplaced: inOrder.filter(({ place }) => !place),
    home: main,
  };
}

const WEEK_TITLE = /^week (\d{1,4})\b/i;

/**
 * 'Week 12' from the project's start, or the next number if there is no start date; 'Week 12, visit 2'. Never one of
 * `titles`.
 */
export function weekTitle(
  startDate: string | null,
  day: string | null,
  titles: readonly string[],
): string {
  const numbers = titles.map((title) => Number(WEEK_TITLE.exec(title)?.[1] ?? 0));
  const week = (day && projectWeek(startDate, day)) ?? Math.max(0, ...numbers) + 1;
  const taken = new Set(titles.map((title) => title.trim().toLowerCase()));
  const title = (visit: number) => (visit === 1 ? `Week ${week}` : `Week ${week}, visit ${visit}`);
  let visit = 1;
  while (taken.has(title(visit).toLowerCase())) visit++;
  return title(visit);
}

/**
 * Hidden viewpoints, and those clients never saw, aren't reported missing. Viewpoints are listed once per camera
 * position.
 */
export function compareViewpoints<
  P extends Pose,
  V extends Pose & { id: string; isHidden?: boolean; isPublished?: boolean },
>(photos: readonly P[], viewpoints: readonly V[]) {
  const byId = new Map(viewpoints.toReversed().map((viewpoint) => [viewpoint.id, viewpoint]));
  const matched = new Set<string>();
  const fresh: P[] = [];
  for (const photo of photos) {
    if (photo.latitude == null || photo.longitude == null) continue;
    const viewpoint = matchViewpoint(photo, viewpoints);
    if (viewpoint) matched.add(viewpoint.id);
    else if (!matchViewpoint(photo, fresh)) fresh.push(photo);
  }
  const all = viewpoints.filter((viewpoint) => byId.get(viewpoint.id) === viewpoint);
  return {
    matched: all.filter(({ id }) => matched.has(id)),
    missing: all.filter(
      ({ id, isHidden, isPublished = true }) => !matched.has(id) && !isHidden && isPublished,
    ),
    fresh,
  };
}
