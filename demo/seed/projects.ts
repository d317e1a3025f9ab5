import type { ProjectStatus } from '#domain/project-status.ts';
import { dayIn } from '#domain/weeks.ts';
import { SITE } from '../flight/place.ts';

/** The project has `weeks` published visits; `draft` adds a draft for the latest Monday. */
export type SampleProject = {
  companyCode: string;
  name: string;
  description: string;
  address: string;
  status: ProjectStatus;
  startWeeksAgo: number;
  weeks: number;
  draft: boolean;
  position: { latitude: number; longitude: number };
};

export const SAMPLE_PROJECTS: readonly SampleProject[] = [
  {
    companyCode: 'DEMO001',
    name: 'Brazos Commons (sample)',
    description:
      'Sample data. A four-story mixed-use building and its parking structure, documented every Monday from the same eight viewpoints.',
    address: '100 Sample Street, Waco, TX 76701',
    status: 'active',
    startWeeksAgo: 9,
    weeks: 9,
    draft: true,
    position: SITE,
  },
  {
    companyCode: 'DEMO001',
    name: 'Cottonwood Logistics Park (sample)',
    description:
      'Sample data. Earthwork and footings, with pictures from the first weeks of Brazos Commons.',
    address: '4200 Sample Parkway, Hillsboro, TX 76645',
    status: 'active',
    startWeeksAgo: 2,
    weeks: 2,
    draft: false,
    position: { latitude: 32.0109, longitude: -97.13 },
  },
  {
    companyCode: 'DEMO001',
    name: 'Lakeview Clinic (sample)',
    description: 'Sample data. Planned. The first flight follows the groundbreaking.',
    address: '12 Sample Shore, Temple, TX 76502',
    status: 'planning',
    startWeeksAgo: -3,
    weeks: 0,
    draft: false,
    position: { latitude: 31.0982, longitude: -97.3428 },
  },
  {
    companyCode: 'DEMO001',
    name: 'Heritage Square Garage (sample)',
    description: 'Sample data. On hold until the second phase is permitted.',
    address: '55 Sample Avenue, Waco, TX 76706',
    status: 'on_hold',
    startWeeksAgo: 14,
    weeks: 0,
    draft: false,
    position: { latitude: 31.5312, longitude: -97.1189 },
  },
  {
    companyCode: 'DEMO002',
    name: 'Trinity Yard (sample)',
    description: 'Sample data of another company, which nobody in DEMO001 can see.',
    address: '7 Sample Yard, Dallas, TX 75207',
    status: 'active',
    startWeeksAgo: 3,
    weeks: 1,
    draft: false,
    position: { latitude: 32.7767, longitude: -96.797 },
  },
];

const TIME_ZONE = 'America/Chicago';
const DAY_MS = 86_400_000;
/** Flights start at 10 a.m., and all photos are taken by 11 a.m. */
const FLOWN_AFTER_MS = 11 * 3_600_000;

/** The Monday `weeksAgo` weeks before the latest Monday on which the flight is over (YYYY-MM-DD in Texas). */
export function mondayBefore(now: Date, weeksAgo: number): string {
  const flown = dayIn(new Date(now.getTime() - FLOWN_AFTER_MS), TIME_ZONE);
  const midnight = new Date(`${flown}T00:00:00Z`);
  const sinceMonday = (midnight.getUTCDay() + 6) % 7;
  const monday = midnight.getTime() - (sinceMonday + 7 * weeksAgo) * DAY_MS;
  return new Date(monday).toISOString().slice(0, 10);
}

export const creationOf = (day: string): Date => new Date(`${day}T17:30:00Z`);

export const publicationOf = (day: string): Date =>
  new Date(Date.parse(`${day}T20:00:00Z`) + DAY_MS);

/**
 * The days of a project's weekly visits, oldest first. If there is a draft, the last visit is on the latest Monday.
 * Otherwise, it's the latest visit that can already be published.
 */
export function visitDays({ weeks, draft }: Pick<SampleProject, 'weeks' | 'draft'>, now: Date) {
  const isTooFresh = !draft && publicationOf(mondayBefore(now, 0)) > now;
  const visits = weeks + (draft ? 1 : 0);
  return Array.from({ length: visits }, (_, index) =>
    mondayBefore(now, visits - 1 - index + (isTooFresh ? 1 : 0)),
  );
}

export type Flight = { sample: SampleProject; week: number; day: string; isDraft: boolean };

/**
 * Visits in the order in which they're created: each project's latest first, this week's before the others, and a draft
 * after the published visit that precedes it.
 */
export function flightsOf(samples: readonly SampleProject[], now: Date): Flight[] {
  const flights = samples.flatMap((sample) =>
    visitDays(sample, now).map((day, index) => {
      const week = index + 1;
      return { sample, week, day, isDraft: week > sample.weeks };
    }),
  );
  const age = ({ sample, week, isDraft }: Flight) => (isDraft ? 0.5 : sample.weeks - week);
  return flights.toSorted((a, b) => age(a) - age(b) || b.day.localeCompare(a.day));
}
