import { DownloadKind, DownloadFolder, type Download } from '#domain/downloads.ts';
import type { DownloadRow } from './queries.ts';

const addressOf = ({ personId, id, fileName }: DownloadRow) =>
  `/downloads/d/${personId}/${id}/${encodeURIComponent(fileName)}`;

export function presentDownload(row: DownloadRow): Download {
  return {
    id: row.id,
    projectId: row.projectId,
    projectName: row.projectName,
    company: row.companyId === null ? null : { id: row.companyId, name: row.companyName ?? '' },
    fileName: row.fileName,
    url: addressOf(row),
    bytes: row.bytes,
    fileCount: row.fileCount,
    kinds: DownloadKind.array().parse(row.kinds),
    size: row.size,
    weeks: DownloadFolder.array().parse(row.weeks),
    createdAt: row.createdAt.toISOString(),
    startedAt: row.startedAt?.toISOString() ?? null,
    finishedAt: row.finishedAt?.toISOString() ?? null,
    expiresAt: row.expiresAt.toISOString(),
    end: row.end,
    progress: row.state && { state: row.state, percent: row.percent, problem: row.problem },
  };
}
