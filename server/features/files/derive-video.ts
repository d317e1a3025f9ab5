import { join } from 'node:path';
import { isOnlyUnseen } from '#domain/errors.ts';
import { localTime } from '#domain/local-time.ts';
import type { Context } from '#server/platform/context.ts';
import { assertNotCutOff } from '#server/platform/media/cut-off.ts';
import { posterFrame, transcode } from '#server/platform/media/transcode.ts';
import type { VideoInfo } from '#server/platform/media/video.ts';
import type { ReadVideo } from '#server/platform/media/web-video.ts';
import { videoKey } from '#server/platform/storage/storage.ts';
import type { FileChanges, FileToProcess } from './queries.ts';
import { shown } from './shown.ts';
import { inRunFolder } from './work-folder.ts';

type Means = Pick<Context, 'storage' | 'config' | 'log' | 'decoder'>;
export type Work = {
  path: string;
  signal: AbortSignal;
  /** Makes the sizes of a picture and says what they are. */
  makePictures: (path: string) => Promise<FileChanges>;
  /** Gets how far the conversion is, whole percent, rising. */
  onPercent: (percent: number) => void;
};

/**
 * Makes the pictures of a frame and the version for browsers (see `transcode`). What of it cannot be made
 * is left out, for instance where ffmpeg is missing: the original is kept, and the file says why.
 */
export const deriveVideo = (ctx: Means, file: FileToProcess, work: Work): Promise<FileChanges> =>
  inRunFolder(ctx, file.id, async (folder) => {
    const read = await readVideo(ctx, work.path);
    if (!read) await assertNotCutOff(work.path);
    const known = read ? said(read.info, file.timeZone) : {};
    const seen = await shown(() => poster(file, work, folder));
    if (!seen.presets) return { ...known, ...seen };
    return {
      ...known,
      ...seen,
      ...(await shown(() => film(ctx, file, { ...work, folder, read }))),
    };
  });

/** Null for containers (AVI, WMV) that only ffmpeg opens. */
async function readVideo({ decoder }: Means, path: string): Promise<ReadVideo | null> {
  try {
    return await decoder.readVideo(path);
  } catch (error) {
    if (isOnlyUnseen(error)) return null;
    throw error;
  }
}

/** Makes the pictures of the moment that was chosen, or of the first second. */
export async function poster(
  { posterSeconds, posterChoice }: FileToProcess,
  { path, signal, makePictures }: Omit<Work, 'onPercent'>,
  folder: string,
): Promise<FileChanges> {
  const frame = join(folder, 'poster.jpg');
  await posterFrame(path, frame, {
    signal,
    ...(posterSeconds === null ? {} : { at: posterSeconds }),
  });
  const { presets, thumbhash } = await makePictures(frame);
  return { presets, thumbhash, posterVersion: posterChoice };
}

async function film(
  { storage, decoder }: Means,
  { id, timeZone }: FileToProcess,
  { path, signal, folder, read, onPercent }: Work & { folder: string; read: ReadVideo | null },
): Promise<FileChanges> {
  const out = join(folder, 'video.mp4');
  const made = await transcode(path, out, read?.info ?? { seconds: 0 }, {
    signal,
    picture: read?.isPlayed ? 'copy' : 'encode',
    isHdr: read?.isHdr ?? false,
    onProgress: (fraction) => onPercent(Math.floor(fraction * 100)),
    probe: async (result) => (await decoder.readVideo(result)).info,
  });
  await storage.adopt(out, videoKey(id));
  return read ? {} : said(made, timeZone);
}

/** What the container says. Its time is an instant: the clock at the site follows from the zone. */
function said(info: VideoInfo, timeZone: string): FileChanges {
  const { width, height, seconds, capturedAt, latitude, longitude } = info;
  return {
    width,
    height,
    durationSeconds: seconds,
    capturedAt,
    capturedLocal: capturedAt && localTime(capturedAt, timeZone),
    timeZoneSource: capturedAt && 'site',
    latitude,
    longitude,
  };
}
