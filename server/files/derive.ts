import { AppError } from '#domain/errors.ts';
import { lensFacts } from '#domain/lens.ts';
import { isBand } from '#domain/photo-sets.ts';
import type { Context } from '#server/platform/context.ts';
import { checkDocument } from '#server/platform/media/truncated-file.ts';
import { FLIGHT_LOG, readLogClock } from '#server/platform/media/flight-log.ts';
import { checkFileSize } from '#server/platform/media/limits.ts';
import type { Work } from './derive-video.ts';
import type { FileChanges, FileToProcess } from './queries.ts';
import type { Derived } from './derived.ts';
import type { RasterHints } from './rasters/queries.ts';
import { orPreviewError } from './or-preview-error.ts';
import { storePictures } from './store-pictures.ts';
import { inRunFolder } from './work-folder.ts';

type Needs = Pick<Context, 'storage' | 'config' | 'log' | 'decoder'>;

/** Can be repeated, because keys stay the same. Doesn't fail for an intact file that can't be shown. */
export async function deriveFile(
  ctx: Needs,
  file: FileToProcess,
  path: string,
  { signal, onPercent, hints }: Pick<Work, 'signal' | 'onPercent'> & { hints: RasterHints },
): Promise<Derived> {
  checkFileSize(file.kind, file.fileSize);
  switch (file.kind) {
    case 'photo':
      return photo(ctx, file, path);
    case 'video': {
      // Loaded only for videos, because the video reader takes 10 MB of memory.
      const { deriveVideo } = await import('./derive-video.ts');
      return deriveVideo(ctx, file, {
        path,
        signal,
        onPercent,
        makePictures: (from) => pictures(ctx, file, from),
      });
    }
    case 'raster': {
      const { deriveRaster } = await import('./derive-raster.ts');
      return deriveRaster(ctx, file, { path, signal, onPercent, hints, sizeOf });
    }
    default:
      await checkDocument(path, file.fileType);
      return file.fileType === FLIGHT_LOG ? { capturedLocal: await readLogClock(path) } : {};
  }
}

export async function derivePoster(
  ctx: Needs,
  file: FileToProcess,
  path: string,
  signal: AbortSignal,
): Promise<FileChanges> {
  const { remakeVideoPoster } = await import('./derive-video.ts');
  const makePictures = (from: string) => pictures(ctx, file, from);
  return remakeVideoPoster(ctx, file, { path, signal, makePictures });
}

async function photo(ctx: Needs, file: FileToProcess, path: string) {
  const facts = await orPreviewError(() => metadata(ctx, file, path));
  const made = await orPreviewError(() => pictures(ctx, file, path));
  const isSeen = made.presets !== undefined;
  // If the picture can be shown, ignore errors in the metadata.
  return isSeen
    ? { ...facts, errorCode: null, errorMessage: null, ...made }
    : { ...facts, ...made, ...(await sizeOf(ctx, path)) };
}

async function metadata(ctx: Needs, file: FileToProcess, path: string): Promise<FileChanges> {
  const { fileName, part, timeZone } = file;
  const facts = await ctx.decoder.readMetadata(path, timeZone);
  const isSetAside = part === null && isBand({ ...facts, name: fileName });
  return {
    ...(isSetAside && { kind: 'other', part: 'band' }),
    capturedAt: facts.capturedAt,
    capturedLocal: facts.capturedLocal,
    timeZoneSource: facts.timeZoneSource,
    latitude: facts.latitude,
    longitude: facts.longitude,
    altitude: facts.altitude,
    relativeAltitude: facts.relativeAltitude,
    gimbalYaw: facts.gimbalYaw,
    gimbalPitch: facts.gimbalPitch,
    flightYaw: facts.flightYaw,
    cameraMake: facts.cameraMake,
    cameraModel: facts.cameraModel,
    cameraSerial: facts.cameraSerial,
    aircraftModel: facts.aircraftModel,
    aircraftSerial: facts.aircraftSerial,
    photoType: facts.photoType,
    ...lensFacts({ ...facts, fileName }),
  };
}

/** Returns {} if the header can't be read. */
async function sizeOf(ctx: Needs, path: string): Promise<Pick<FileChanges, 'width' | 'height'>> {
  try {
    const { width, height, orientation } = await ctx.decoder.readHeader(path);
    return orientation < 5 ? { width, height } : { width: height, height: width };
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    return {};
  }
}

const pictures = (ctx: Needs, file: FileToProcess, path: string) =>
  inRunFolder(ctx, file.id, async (folder) =>
    storePictures(ctx, file, await ctx.decoder.makeSizes(path, folder)),
  );
