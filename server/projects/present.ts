import { projectUnits } from '#domain/project-units.ts';
import type { Project } from '#domain/projects.ts';
import type { ProjectRow } from './queries.ts';

export const presentProject = (row: ProjectRow): Project => ({
  id: row.id,
  companyId: row.companyId,
  companyCode: row.companyCode,
  companyName: row.companyName,
  name: row.name,
  description: row.description,
  address: row.address,
  status: row.status,
  startDate: row.startDate,
  estimatedCompletionDate: row.estimatedCompletionDate,
  latitude: row.latitude,
  longitude: row.longitude,
  timeZone: row.timeZone,
  units: projectUnits(row),
  showsFlightRecords: row.showsFlightRecords,
  isManaged: Boolean(row.isManaged),
  submissionCount: row.submissionCount,
  lastPublishedAt: row.lastPublishedAt?.toISOString() ?? null,
  createdAt: row.createdAt.toISOString(),
});
