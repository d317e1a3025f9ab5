import { chosenOptions, type EngineOptions, type MapBuild } from '#domain/map-builds.ts';
import type { BuildRow } from './queries.ts';

export const presentBuild = (row: BuildRow): MapBuild => ({
  id: row.id,
  submissionId: row.submissionId,
  engineId: row.engineId,
  engineName: row.engineName,
  engineVersion: row.engineVersion,
  ...chosenOptions(row.preset as MapBuild['preset'], row.options as EngineOptions),
  state: row.state,
  progress: row.progress,
  photoCount: row.photoCount ?? 0,
  lastLine: row.lastLine,
  problem: row.problem,
  unreachableSince: row.unreachableSince?.toISOString() ?? null,
  results: row.results as MapBuild['results'],
  referenceFileId: row.referenceFileId,
  createdBy: row.creatorName,
  createdAt: row.createdAt.toISOString(),
  finishedAt: row.finishedAt?.toISOString() ?? null,
});
