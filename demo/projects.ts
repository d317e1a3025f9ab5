import type { ProjectStatus } from '#domain/projects.ts';
import { SITE } from './scene/place.ts';

/** A sample project: `weeks` published visits, the last of them a few days ago, then a draft if wanted. */
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
      'Sample data. A four-storey mixed-use building beside the river, documented every Monday from the same eight viewpoints.',
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
    description: 'Sample data. Earthworks for three warehouses; the first visits are in.',
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
    description: 'Sample data. Planned; the first flight follows the groundbreaking.',
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
    description: 'Sample data. On hold until the permit for the second phase is in.',
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
    description: 'Sample data of another company: nobody of DEMO001 sees it.',
    address: '7 Sample Yard, Dallas, TX 75207',
    status: 'active',
    startWeeksAgo: 3,
    weeks: 1,
    draft: false,
    position: { latitude: 32.7767, longitude: -96.797 },
  },
];

const DAY_MS = 86_400_000;

/** The Monday `weeksAgo` weeks before the latest one, as YYYY-MM-DD. */
export function mondayBefore(now: Date, weeksAgo: number): string {
  const sinceMonday = (now.getUTCDay() + 6) % 7;
  return new Date(now.getTime() - (sinceMonday + 7 * weeksAgo) * DAY_MS).toISOString().slice(0, 10);
}
