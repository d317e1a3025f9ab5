import { join } from 'node:path';
import { captureTime } from '#domain/capture-time.ts';
import { isPreviewFault } from '#domain/errors.ts';
import type { Context } from '#server/platform/context.ts';
import { assertNotTruncated } from '#server/platform/media/truncated-file.ts';
import { posterFrame, transcode } from '#server/platform/media/transcode.ts';
import type { VideoInfo, VideoFacts } from '#server/platform/media/video.ts';
import { videoKey } from '#server/platform/storage/storage.ts';
import type { FileChanges, FileToProcess } from './queries.ts';
import { orPreviewError } from './or-preview-error.ts';
import { inRunFolder } from './work-folder.ts';

type Needs = Pick<Context, 'storage' | 'config' | 'log' | 'decoder'>;
export type Work = {
  path: string;
  signal: AbortSignal;
  makePictures: (path: string) => Promise<FileChanges>;
  /** Receives increasing whole numbers. */
  onPercent: (percent: number) => void;
};

/** If it can't be converted (for example, without ffmpeg), only the original is kept, and the file has the reason. */
export const deriveVideo = (ctx: Needs, file: FileToProcess, work: Work): Promise<FileChanges> =>
  inRunFolder(ctx, file.id, async (folder) => {
    const read = await readVideo(ctx, work.path);
    if (!read) await assertNotTruncated(work.path);
    const known = read ? factsOf(read.info, file.timeZone) : {};
    const seen = await orPreviewError(() => makePoster(file, { ...work, folder, read }));
    if (!seen.presets) return { ...known, ...seen };
    const size = read ? displayedSize(read.info, seen) : {};
    // Convert the video if only ffmpeg detects that its pixels aren't square, because browsers may not detect it.
    const isAsRead = size.width === read?.info.width && size.height === read?.info.height;
    const isPlayed = isAsRead && (read?.isPlayed ?? false);
    return {
      ...known,
      ...seen,
      ...size,
      ...(await orPreviewError(() =>
        makePlayableVideo(ctx, file, { ...work, folder, read, isPlayed }),
      )),
    };
  });

export const remakeVideoPoster = (
  ctx: Needs,
  file: FileToProcess,
  work: Omit<Work, 'onPercent'>,
): Promise<FileChanges> =>
  inRunFolder(ctx, file.id, async (folder) => {
    const read = await readVideo(ctx, work.path);
    const { presets, thumbhash, posterVersion } = await makePoster(file, { ...work, folder, read });
    return { presets, thumbhash, posterVersion };
  });

/** Returns null for containers that only ffmpeg can read (AVI, WMV). */
async function readVideo({ decoder }: Needs, path: string): Promise<VideoFacts | null> {
  try {
    return await decoder.readVideo(path);
  } catch (error) {
    if (isPreviewFault(error)) return null;
    throw error;
  }
}

type Run = { folder: string; read: VideoFacts | null };

async function makePoster(
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

/** Smaller differences between aspect ratios come from rounding. */
const SAME_SHAPE = 0.01;

/** Corrects the size for non-square pixels, which only ffmpeg detects in some codecs. */
function displayedSize(
  { width, height }: VideoInfo,
  picture: FileChanges,
): Pick<FileChanges, 'width' | 'height'> {
  const stretched = Number(picture.width) / Number(picture.height) / (width / height);
  if (Math.abs(stretched - 1) <= SAME_SHAPE) return { width, height };
  return stretched > 1
    ? { width: Math.round(width * stretched), height }
    : { width, height: Math.round(height / stretched) };
}

async function makePlayableVideo(
  { storage, decoder }: Needs,
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
  await storage.moveIn(out, videoKey(id));
  return read ? {} : factsOf(made, timeZone);
}

/** Facts from the container's header. `timeVideos` later decides how to interpret its clock. */
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
