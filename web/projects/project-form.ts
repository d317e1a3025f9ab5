import type { ProjectStatus } from '#domain/project-status.ts';
import { parseCoordinates, type Project, ProjectInput } from '#domain/projects.ts';
import { DEFAULT_TIME_ZONE } from '#web/lib/formats.ts';

/** A project as its form holds it; `coordinates` is 'latitude, longitude' in degrees. */
export type ProjectValues = {
  name: string;
  description: string;
  address: string;
  status: ProjectStatus;
  startDate: string | null;
  estimatedCompletionDate: string | null;
  coordinates: string;
  timeZone: string;
};

/** The values of a form that is opened on a project, or on nothing to create one. */
export function toProjectValues(project: Project | null): ProjectValues {
  return {
    name: project?.name ?? '',
    description: project?.description ?? '',
    address: project?.address ?? '',
    status: project?.status ?? 'active',
    startDate: project?.startDate ?? null,
    estimatedCompletionDate: project?.estimatedCompletionDate ?? null,
    coordinates: project?.latitude == null ? '' : `${project.latitude}, ${project.longitude}`,
    timeZone: project?.timeZone ?? DEFAULT_TIME_ZONE,
  };
}

/** The values as the API takes them. Throws an Error in words when the coordinates are not valid. */
export function toProjectFields({ coordinates, ...fields }: ProjectValues) {
  return { ...fields, ...parseCoordinates(coordinates) };
}

/** What is wrong with the values, a message a field. */
export function projectErrors(values: ProjectValues): Record<string, string> {
  const { name } = ProjectInput.shape;
  const named = name.safeParse(values.name);
  const errors: Record<string, string> = {};
  if (!named.success) errors['name'] = named.error.issues[0]?.message ?? '';
  try {
    parseCoordinates(values.coordinates);
  } catch (error) {
    errors['coordinates'] = error instanceof Error ? error.message : String(error);
  }
  const { startDate, estimatedCompletionDate } = values;
  if (startDate && estimatedCompletionDate && estimatedCompletionDate < startDate) {
    errors['estimatedCompletionDate'] = 'The estimated completion cannot be before the start date.';
  }
  return errors;
}
