import { DownloadKind, DownloadFolder, type Download } from '#domain/downloads.ts';
import type { DownloadRow } from './queries.ts';

const addressOf = ({ personId, id, fileName }: DownloadRow) =>
  `/downloads/d/${personId}/${id}/${encodeURIComponent(fileName)}`;

export function presentDownload(row: DownloadRow): Download {
  const weeks = DownloadFolder.array().parse(row.weeks);
  return {
    id: row.id,
    projectId: row.projectId,
    projectName: row.projectName,
    timeZone: row.timeZone,
    fileName: row.fileName,
    url: addressOf(row),
    bytes: row.bytes,
    fileCount: weeks.reduce((count, week) => count + week.fileCount, 0),
    kinds: DownloadKind.array().parse(row.kinds),
    size: row.size,
    weeks,
    createdAt: row.createdAt.toISOString(),
    startedAt: row.startedAt?.toISOString() ?? null,
    finishedAt: row.finishedAt?.toISOString() ?? null,
    expiresAt: row.expiresAt.toISOString(),
    end: row.end,
    evidence: row.evidenceState && {
      state: row.evidenceState,
      percent: row.evidencePercent,
      problem: row.evidenceProblem,
    },
  };
}
