import { expect, test } from 'vitest';
import {
  type CardFile,
  compareViewpoints,
  groupVisits,
  nearestProject,
  separateElsewhere,
  weekTitle,
} from './card-visits.ts';

const SITE = { latitude: 31.55, longitude: -97.13 };
const LISBON = { latitude: 38.72, longitude: -9.14 };
const MORNING = Date.parse('2026-06-02T15:00:00Z');
const HOUR = 3_600_000;

const photos = (count: number, at: Partial<CardFile>, hours = 0): CardFile[] =>
  Array.from({ length: count }, (_each, index) => ({
    folder: 'DCIM',
    place: SITE,
    takenAt: MORNING + hours * HOUR + index * 1000,
    ...at,
  }));
const sizes = (files: readonly CardFile[]) => groupVisits(files).map((visit) => visit.files.length);

test('a lunch break does not end a visit, a night does', () => {
  expect(sizes([...photos(4, {}), ...photos(3, {}, 3)])).toEqual([7]);
  expect(sizes([...photos(4, {}), ...photos(3, {}, 24)])).toEqual([4, 3]);
});

test('without a project, all days at the place of the largest visit come first', () => {
  const days = [...photos(3, {}), ...photos(4, {}, 24), ...photos(3, { place: LISBON }, 48)];
  const parts = separateElsewhere(groupVisits(days), () => false);
  expect(parts.visits.map(({ files }) => files.length)).toEqual([3, 4]);
  expect(parts.apart.map(({ files }) => files.length)).toEqual([3]);
  const known = separateElsewhere(groupVisits(days), ({ files }) => files[0]?.place === LISBON);
  expect(known.visits.map(({ files }) => files.length)).toEqual([3]);
});

test('keeps places apart, however close in time', () => {
  const [home, away] = groupVisits([...photos(3, { place: LISBON }), ...photos(5, {})]);
  expect(home?.place?.latitude).toBeCloseTo(LISBON.latitude);
  expect([home?.files.length, away?.files.length]).toEqual([3, 5]);
});

test('a single photo from another year stays with the visit', () => {
  expect(sizes([...photos(5, {}), ...photos(1, {}, -50_000)])).toEqual([6]);
});

test('files without a position go by time, and without a time by folder', () => {
  const other = photos(3, { place: LISBON, folder: 'B' }, 48);
  const video = photos(1, { place: null }, 49);
  const map = photos(1, { place: null, takenAt: null, folder: 'B' });
  expect(sizes([...photos(6, {}), ...other, ...video, ...map])).toEqual([6, 5]);
  expect(sizes(photos(2, { place: null, takenAt: null }))).toEqual([2]);
});

test('files without a position join only the visit of their day', () => {
  const visit = photos(6, {});
  const phone = (count: number, hours: number) => photos(count, { place: null }, hours);
  // In solar time, the visit is at 8:30 a.m.
  expect(sizes([...visit, ...phone(1, 12)])).toEqual([7]);
  expect(sizes([...visit, ...phone(1, 16)])).toEqual([6, 1]);
  expect(sizes([...visit, ...phone(1, 7.9), ...phone(1, 15.6)])).toEqual([7, 1]);
  expect(sizes([...phone(5, 0), ...phone(1, -50_000)])).toEqual([1, 5]);
  // An old photo at the visit's position doesn't bring in others from its day.
  const old = photos(1, {}, -50_000);
  expect(sizes([...visit, ...old, ...phone(1, -50_000)])).toEqual([7, 1]);
});

test('visits without a position form a separate group if others have one', () => {
  const all = groupVisits([...photos(5, {}), ...photos(2, { place: null }, -50_000)]);
  const lengths = (visits: typeof all) => visits.map(({ files }) => files.length);
  const parts = separateElsewhere(all, () => true);
  expect([lengths(parts.visits), parts.apart, lengths(parts.unplaced)]).toEqual([[5], [], [2]]);
  const alone = all.filter(({ place }) => !place);
  expect(lengths(separateElsewhere(alone, () => false).visits)).toEqual([2]);
  expect(lengths(separateElsewhere(alone, () => false, SITE).unplaced)).toEqual([2]);
});

test('a visit from elsewhere stays apart once the main visit is a draft', () => {
  const all = groupVisits([...photos(5, {}), ...photos(3, { place: LISBON }, 48)]);
  const { apart, home } = separateElsewhere(all, () => false);
  expect(apart).toHaveLength(1);
  expect(separateElsewhere(apart, () => false, home)).toMatchObject({ visits: [], apart });
});

test('a map joins the photos of its site and folder', () => {
  const map = (folder: string) => photos(1, { takenAt: null, folder });
  const days = [...photos(5, {}), ...photos(3, { folder: 'B' }, 24)];
  expect(sizes([...days, ...map('MAPS')])).toEqual([6, 3]);
  expect(sizes([...days, ...map('B')])).toEqual([5, 4]);
});

test('suggests the nearest project and tells whether it is at that place', () => {
  const waco = { name: 'Waco', ...SITE };
  const nowhere = { name: 'Nowhere', latitude: null, longitude: null };
  expect(nearestProject({ ...SITE, latitude: 31.556 }, [nowhere, waco])).toMatchObject({
    project: waco,
    isThere: true,
  });
  expect(nearestProject(LISBON, [waco])).toMatchObject({ project: waco, isThere: false });
  expect(nearestProject(LISBON, [nowhere])).toBe(null);
});

test('titles count the weeks of the project and are never repeated', () => {
  expect(weekTitle('2026-03-16', '2026-06-02', [])).toBe('Week 12');
  expect(weekTitle('2026-03-16', '2026-06-02', ['week 12 '])).toBe('Week 12, visit 2');
  expect(weekTitle(null, '2026-06-02', ['Week 4: slab poured', 'Topping out'])).toBe('Week 5');
  expect(weekTitle('2026-07-01', '2026-06-02', [])).toBe('Week 1');
});

test('viewpoints are matched, missing or new, and new ones count once', () => {
  const pose = (north: number, gimbalYaw: number) => ({
    id: `${north} ${gimbalYaw}`,
    latitude: SITE.latitude + north / 111_195,
    longitude: SITE.longitude,
    relativeAltitude: 60,
    gimbalYaw,
    gimbalPitch: -35,
  });
  const known = [pose(0, 40), pose(100, 40)];
  const { matched, missing, fresh } = compareViewpoints(
    [pose(2, 42), pose(3, 130), pose(4, 131)],
    known,
  );
  expect(matched).toEqual([known[0]]);
  expect(missing).toEqual([known[1]]);
  expect(fresh).toHaveLength(1);
});

test('a viewpoint with two positions counts once; hidden and unpublished ones are never missing', () => {
  const pose = (id: string, north: number, flags = {}) => ({
    id,
    ...flags,
    latitude: SITE.latitude + north / 111_195,
    longitude: SITE.longitude,
  });
  const known = [
    pose('gate', 0),
    pose('roof', 100, { isHidden: true }),
    pose('gate', 200),
    pose('drafted', 300, { isPublished: false }),
  ];
  const { matched, missing } = compareViewpoints([pose('new', 201)], known);
  expect(matched).toEqual([known[0]]);
  expect(missing).toEqual([]);
});
