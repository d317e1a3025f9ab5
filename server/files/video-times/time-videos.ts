import { videoTimes } from '#domain/video-time.ts';
import type { Context } from '#server/platform/context.ts';
import type { Tx } from '#server/platform/db/database.ts';
import { updateFile, type FileRow } from '../queries.ts';
import { listCertainTimes, listUncertainVideos } from './queries.ts';

type Settled = Pick<FileRow, 'id' | 'submissionId' | 'kind' | 'capturedAt' | 'capturedLocal'>;

/** After a file with new clues, recalculates when a submission's videos were recorded (see `videoTimes`). */
export async function timeVideos(ctx: Context, tx: Tx, file: Settled): Promise<void> {
  if (file.kind !== 'video' && file.capturedLocal === null) return;
  const videos = await listUncertainVideos(tx, file);
  const timeZone = videos[0]?.timeZone;
  if (timeZone === undefined) return;
  const photoTimes = file.submissionId ? await listCertainTimes(tx, file.submissionId) : [];
  const clues = videos.map(({ durationSeconds, latitude, longitude, createdAt, ...video }) => ({
    ...video,
    seconds: durationSeconds,
    position: latitude === null || longitude === null ? null : { latitude, longitude },
    uploadedAt: createdAt,
  }));
  for (const [index, time] of videoTimes(clues, photoTimes, timeZone).entries()) {
    const video = videos[index];
    const isKnown = time.capturedAt?.getTime() === video?.capturedAt?.getTime();
    if (!video || time.capturedAt === null || isKnown) continue;
    const row = await updateFile(tx, video.id, time);
    if (row && row.id !== file.id) await ctx.record(tx, { type: 'file.changed', file: row });
  }
}
