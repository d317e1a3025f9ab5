import { join } from 'node:path';
import { captureTime } from '#domain/capture-time.ts';
import { isOnlyUnseen } from '#domain/errors.ts';
import type { Context } from '#server/platform/context.ts';
import { assertNotCutOff } from '#server/platform/media/cut-off.ts';
import { posterFrame, transcode } from '#server/platform/media/transcode.ts';
import type { VideoInfo, ReadVideo } from '#server/platform/media/video.ts';
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
    const known = read ? factsOf(read.info, file.timeZone) : {};
    const seen = await shown(() => poster(file, { ...work, folder, read }));
    if (!seen.presets) return { ...known, ...seen };
    const size = read ? sizeShown(read.info, seen) : {};
    // Where only ffmpeg sees that pixels aren't square, a browser may not.
    const isAsRead = size.width === read?.info.width && size.height === read?.info.height;
    const isPlayed = isAsRead && (read?.isPlayed ?? false);
    return {
      ...known,
      ...seen,
      ...size,
      ...(await shown(() => film(ctx, file, { ...work, folder, read, isPlayed }))),
    };
  });

/** Makes the pictures of the moment of a video that was chosen last. */
export const remakeVideoPoster = (
  ctx: Means,
  file: FileToProcess,
  work: Omit<Work, 'onPercent'>,
): Promise<FileChanges> =>
  inRunFolder(ctx, file.id, async (folder) => {
    const read = await readVideo(ctx, work.path);
    const { presets, thumbhash, posterVersion } = await poster(file, { ...work, folder, read });
    return { presets, thumbhash, posterVersion };
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

type Run = { folder: string; read: ReadVideo | null };

/** Makes the pictures of the moment that was chosen, or of the first second. */
async function poster(
  { posterSeconds, posterChoice }: FileToProcess,
  { path, signal, makePictures, folder, read }: Omit<Work, 'onPercent'> & Run,
): Promise<FileChanges> {
  const frame = join(folder, 'poster.jpg');
  await posterFrame(path, frame, {
    signal,
    isHdr: read?.isHdr ?? false,
    source: read?.info ?? {},
    ...(posterSeconds === null ? {} : { at: posterSeconds }),
  });
  const { presets, thumbhash, width, height } = await makePictures(frame);
  return { presets, thumbhash, width, height, posterVersion: posterChoice };
}

/** Shapes that differ by less are the same, rounded. */
const SAME_SHAPE = 0.01;

/** The size of a video in the shape of its picture, as ffmpeg also finds stretched pixels where only the codec says so. */
function sizeShown(
  { width, height }: VideoInfo,
  picture: FileChanges,
): Pick<FileChanges, 'width' | 'height'> {
  const stretched = Number(picture.width) / Number(picture.height) / (width / height);
  if (Math.abs(stretched - 1) <= SAME_SHAPE) return { width, height };
  return stretched > 1
    ? { width: Math.round(width * stretched), height }
    : { width, height: Math.round(height / stretched) };
}

async function film(
  { storage, decoder }: Means,
  { id, timeZone }: FileToProcess,
  { path, signal, folder, read, isPlayed, onPercent }: Work & Run & { isPlayed: boolean },
): Promise<FileChanges> {
  const out = join(folder, 'video.mp4');
  const made = await transcode(path, out, read?.info ?? {}, {
    signal,
    picture: isPlayed ? 'copy' : 'encode',
    isHdr: read?.isHdr ?? false,
    onProgress: (fraction) => onPercent(Math.floor(fraction * 100)),
    probe: async (result) => (await decoder.readVideo(result)).info,
  });
  await storage.adopt(out, videoKey(id));
  return read ? {} : factsOf(made, timeZone);
}

/** Facts from the container. `timeVideos` decides how its clock is read. */
function factsOf(info: VideoInfo, timeZone: string): FileChanges {
  const { width, height, seconds, headerTime, clock, latitude, longitude } = info;
  const position = latitude === null || longitude === null ? null : { latitude, longitude };
  return {
    width,
    height,
    durationSeconds: seconds,
    headerTime,
    latitude,
    longitude,
    ...captureTime(clock, position, timeZone),
  };
}
