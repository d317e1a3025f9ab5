import { join } from 'node:path';
import { AppError, ERRORS } from '#domain/errors.ts';
import type { Context } from '#server/platform/context.ts';
import { posterFrame, transcode } from '#server/platform/media/transcode.ts';
import { probeVideo, type VideoInfo } from '#server/platform/media/video.ts';
import { isWebVideo } from '#server/platform/media/web-video.ts';
import { videoKey } from '#server/platform/storage/storage.ts';
import type { FileChanges, FileToProcess } from './queries.ts';
import { inRunFolder } from './work-folder.ts';

type Means = Pick<Context, 'storage' | 'config' | 'log'>;
type Work = {
  path: string;
  signal: AbortSignal;
  /** Makes the sizes of a picture and says what they are. */
  makePictures: (path: string) => Promise<FileChanges>;
};

/**
 * Makes the version for browsers (see `transcode`) and the pictures of a frame. Where ffmpeg is
 * missing there is neither: the original is kept, and the file says why.
 */
export const deriveVideo = (ctx: Means, file: FileToProcess, work: Work): Promise<FileChanges> =>
  inRunFolder(ctx, file.id, async (folder) => {
    const info = await probed(work.path);
    try {
      return await convert(ctx, file, { ...work, folder, info });
    } catch (error) {
      if (!info || !(error instanceof AppError) || error.code !== 'FFMPEG_MISSING') throw error;
      const [, errorMessage] = ERRORS[error.code];
      return { ...said(info, file.timeZone), errorCode: error.code, errorMessage };
    }
  });

/** Null for containers (AVI, WMV) that only ffmpeg opens. */
async function probed(path: string): Promise<VideoInfo | null> {
  try {
    return await probeVideo(path);
  } catch (error) {
    if (error instanceof AppError && error.code === 'FILE_TYPE_NOT_SUPPORTED') return null;
    throw error;
  }
}

async function convert(
  { storage }: Means,
  { id, fileSize, timeZone }: FileToProcess,
  { path, signal, makePictures, folder, info }: Work & { folder: string; info: VideoInfo | null },
): Promise<FileChanges> {
  const poster = join(folder, 'poster.jpg');
  await posterFrame(path, poster, { signal });
  const { presets, thumbhash } = await makePictures(poster);
  const film = join(folder, 'video.mp4');
  const picture = info && (await isWebVideo(path, info, fileSize)) ? 'copy' : 'encode';
  const made = await transcode(path, film, info ?? { seconds: 0 }, { signal, picture });
  await storage.adopt(film, videoKey(id));
  return { ...said(info ?? made, timeZone), presets, thumbhash };
}

/** What the container says. Its time is an instant: the clock at the site follows from the zone. */
function said(info: VideoInfo, timeZone: string): FileChanges {
  const { width, height, seconds, capturedAt, latitude, longitude } = info;
  return {
    width,
    height,
    durationSeconds: seconds,
    capturedAt,
    capturedLocal: capturedAt && capturedAt.toLocaleString('sv-SE', { timeZone }).replace(' ', 'T'),
    timeZoneSource: capturedAt && 'site',
    latitude,
    longitude,
  };
}
