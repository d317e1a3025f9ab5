import { z } from 'zod';
import { Day, Id, Instant, Latitude, Longitude, optionalText, TimeZone, text } from './fields.ts';
import { MAX_PROJECTS, PROJECT_SORTS, PROJECT_STATUSES } from './project-status.ts';

const ProjectStatus = z.enum(PROJECT_STATUSES);

export const projectNameOf = (typed: string): string =>
  typed.normalize().trim().replaceAll(/\s+/g, ' ');

export const isTypedName = (typed: string, name: string): boolean =>
  visibleName(typed) === visibleName(name);

/** Removes invisible characters (category Cf), which nobody types. */
const visibleName = (name: string) => projectNameOf(name.replaceAll(/\p{Cf}/gu, ''));

export const COMPLETION_BEFORE_START = "Estimated completion can't be before the start date.";

const projectFields = z.object({
  name: text().overwrite(projectNameOf).min(1, 'Project name is required.').max(200),
  description: optionalText(5000),
  address: optionalText(500),
  status: ProjectStatus,
  startDate: Day.nullable(),
  estimatedCompletionDate: Day.nullable(),
  latitude: Latitude.nullable(),
  longitude: Longitude.nullable(),
  timeZone: TimeZone,
  /** To clients, and in reports behind share links. */
  showsFlightRecords: z.boolean(),
});

export const ProjectInput = projectFields
  .partial()
  .required({ name: true })
  .extend({ companyId: Id })
  .refine((p) => ((p.latitude ?? null) === null) === ((p.longitude ?? null) === null), {
    error: 'Please enter coordinates in format: latitude, longitude (e.g., 40.7128, -74.0060)',
    path: ['latitude'],
  });
export const ProjectChange = projectFields.extend({ projectManagerId: Id.nullable() }).partial();

export const ProjectQuery = z.object({
  companyId: Id.optional(),
  status: ProjectStatus.optional(),
  search: text().max(200).optional(),
  sort: z.enum(PROJECT_SORTS).default('recent'),
  limit: z.int().min(1).max(MAX_PROJECTS).default(MAX_PROJECTS),
});

/** `isManaged`: whether there is a manager, without revealing who. */
export const Project = z.object({
  id: Id,
  companyId: Id,
  companyCode: z.string().nullable(),
  companyName: z.string().nullable(),
  name: z.string(),
  description: z.string().nullable(),
  address: z.string().nullable(),
  status: ProjectStatus,
  startDate: Day.nullable(),
  estimatedCompletionDate: Day.nullable(),
  latitude: z.number().nullable(),
  longitude: z.number().nullable(),
  timeZone: z.string(),
  units: z.enum(['metric', 'us']),
  showsFlightRecords: z.boolean(),
  isManaged: z.boolean(),
  submissionCount: z.int(),
  lastPublishedAt: Instant.nullable(),
  createdAt: Instant,
});
export type Project = z.infer<typeof Project>;

export const SharedProject = Project.pick({
  id: true,
  name: true,
  description: true,
  address: true,
  status: true,
  startDate: true,
  estimatedCompletionDate: true,
  timeZone: true,
  units: true,
});
export type SharedProject = z.infer<typeof SharedProject>;

/** Plain decimals only; other number formats that JavaScript accepts are probably typos. */
const DECIMAL_DEGREES = /^[+-]?(?:\d+(?:\.\d*)?|\.\d+)$/;

/** Parses 'latitude, longitude' in degrees; empty text means no position. Throws an Error with a message for people. */
export function parseCoordinates(typed: string): {
  latitude: number | null;
  longitude: number | null;
} {
  if (typed.trim() === '') return { latitude: null, longitude: null };
  const parts = typed.split(',').map((part) => part.trim());
  if (parts.length !== 2 || parts.includes('')) {
    throw new Error(
      'Please enter coordinates in format: latitude, longitude (e.g., 40.7128, -74.0060)',
    );
  }
  const [latitude, longitude] = parts.map((part) =>
    DECIMAL_DEGREES.test(part) ? Number(part) : Number.NaN,
  );
  if (latitude === undefined || longitude === undefined || Number.isNaN(latitude + longitude)) {
    throw new Error('Please enter valid numeric coordinates.');
  }
  if (Math.abs(latitude) > 90 || Math.abs(longitude) > 180) {
    throw new Error('Latitude must be between -90 and 90, longitude between -180 and 180.');
  }
  return { latitude, longitude };
}
