import { projectUnits } from '#domain/project-units.ts';
import { switchesOf, type ShareLink } from '#domain/share-links.ts';
import type { SharedProject } from '#domain/projects.ts';
import type { findOpenShareLink, ShareLinkRow } from './queries.ts';

/** `url` is empty if the token can't be decrypted because the secret key changed. */
export const presentShareLink = (row: ShareLinkRow, url: string): ShareLink => ({
  id: row.id,
  projectId: row.projectId,
  projectName: row.projectName,
  timeZone: row.timeZone,
  submissionId: row.submissionId,
  submissionTitle: row.submissionTitle,
  submissionIds: row.submissionIds,
  title: row.title,
  description: row.description,
  expiresAt: row.expiresAt?.toISOString() ?? null,
  isActive: row.isActive,
  ...switchesOf(row),
  hasPassword: row.passwordHash !== null,
  embedSites: row.embedSites,
  viewCount: row.viewCount,
  viewsByDay: row.viewsByDay,
  lastViewedAt: row.lastViewedAt?.toISOString() ?? null,
  looks: row.looks,
  sites: row.sites,
  url,
  createdAt: row.createdAt.toISOString(),
});

export type OpenShareLinkRow = NonNullable<Awaited<ReturnType<typeof findOpenShareLink>>>;

/** Leaves out the company, people and position. */
export const presentSharedProject = (row: OpenShareLinkRow): SharedProject => ({
  id: row.projectId,
  name: row.name,
  description: row.projectDescription,
  address: row.address,
  status: row.status,
  startDate: row.startDate,
  estimatedCompletionDate: row.estimatedCompletionDate,
  timeZone: row.timeZone,
  units: projectUnits(row),
});

export const presentShare = (row: OpenShareLinkRow) => ({
  title: row.title,
  description: row.description,
  expiresAt: row.expiresAt?.toISOString() ?? null,
  ...switchesOf(row),
});
