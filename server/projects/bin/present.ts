import type { BinItem } from '#domain/bin.ts';
import type { listItems } from './queries.ts';

type Row = Awaited<ReturnType<typeof listItems>>[number];

const DAY_MS = 86_400_000;

export const presentItem = (row: Row, binDays: number): BinItem => ({
  kind: row.kind,
  id: row.id,
  name: row.name,
  submissionTitle: row.submissionTitle,
  projectName: row.projectName,
  companyName: row.companyName,
  deletedBy: row.deletedByName,
  deletedAt: row.createdAt.toISOString(),
  removedAt: new Date(row.createdAt.getTime() + binDays * DAY_MS).toISOString(),
  projects: row.kind === 'company' ? row.projects : 0,
  submissions: row.kind === 'submission' ? 0 : row.submissions,
  files: row.files,
  bytes: row.bytes,
});
