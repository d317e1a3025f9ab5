import { describe, expect, test } from 'vitest';
import { dayIn } from '#domain/weeks.ts';
import { flightsOf, mondayBefore, publicationOf, SAMPLE_PROJECTS, visitDays } from './projects.ts';

const ZONE = 'America/Chicago';
const DAY_MS = 86_400_000;

test('on a Sunday evening in Texas, the latest Monday is that of the ending week', () => {
  const now = new Date('2026-11-23T01:00:00Z');
  expect(mondayBefore(now, 0)).toBe('2026-11-16');
  expect(mondayBefore(now, 2)).toBe('2026-11-02');
});

test('a Monday counts after its flight is over', () => {
  expect(mondayBefore(new Date('2026-11-23T15:30:00Z'), 0)).toBe('2026-11-16');
  expect(mondayBefore(new Date('2026-11-23T17:30:00Z'), 0)).toBe('2026-11-23');
});

// Every hour of a week in summer and a week in winter.
const moments = ['2026-07-05T00:30:00Z', '2026-11-22T00:30:00Z'].flatMap((first) =>
  Array.from({ length: 7 * 24 }, (_, hour) => new Date(Date.parse(first) + hour * 3_600_000)),
);
const flown = SAMPLE_PROJECTS.filter(({ weeks }) => weeks > 0);

describe.each(flown)('the visits of $name', (sample) => {
  const cases = moments.map((now) => ({ now, days: visitDays(sample, now) }));

  test('are on consecutive Mondays after the project started', () => {
    for (const { now, days } of cases) {
      expect(days).toHaveLength(sample.weeks + (sample.draft ? 1 : 0));
      expect((days[0] ?? '') >= mondayBefore(now, sample.startWeeksAgo)).toBe(true);
      const apart = days
        .slice(1)
        .map((day, index) => Date.parse(day) - Date.parse(days[index] ?? ''));
      expect(apart.filter((time) => time !== 7 * DAY_MS)).toEqual([]);
      expect(new Set(days.map((day) => new Date(day).getUTCDay()))).toEqual(new Set([1]));
    }
  });

  test('are never in the future, and were published in the past', () => {
    for (const { now, days } of cases) {
      expect(days.filter((day) => day > dayIn(now, ZONE))).toEqual([]);
      const published = days.slice(0, sample.weeks);
      expect(published.filter((day) => publicationOf(day) > now)).toEqual([]);
    }
  });
});

test('have a draft on the latest Monday', () => {
  for (const now of moments) {
    expect(visitDays({ weeks: 9, draft: true }, now).at(-1)).toBe(mondayBefore(now, 0));
  }
});

test.each(['DEMO001', 'DEMO002'])(
  'clients of %s find a visit in the last 7 days',
  (companyCode) => {
    const own = flown.filter((sample) => sample.companyCode === companyCode);
    for (const now of moments) {
      const published = own
        .flatMap((it) => visitDays(it, now).slice(0, it.weeks))
        .map(publicationOf);
      const newest = Math.max(...published.map((at) => at.getTime()));
      expect([now, now.getTime() - newest < 7 * DAY_MS]).toEqual([now, true]);
    }
  },
);

test("the first visits created are from the last 7 days, and each project's newest comes first", () => {
  for (const now of moments) {
    const flights = flightsOf(SAMPLE_PROJECTS, now);
    const first = publicationOf(flights[0]?.day ?? '').getTime();
    expect([now, now.getTime() - first < 7 * DAY_MS, flights[0]?.isDraft]).toEqual([
      now,
      true,
      false,
    ]);
    const newest = flown.map(({ name, weeks }) => `${name} ${weeks}`);
    const begun = flights
      .slice(0, flown.length)
      .map(({ sample, week }) => `${sample.name} ${week}`);
    expect(begun.toSorted()).toEqual(newest.toSorted());
    expect(flights).toHaveLength(flown.reduce((sum, it) => sum + it.weeks + (it.draft ? 1 : 0), 0));
  }
});
