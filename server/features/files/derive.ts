import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { AppError } from '#domain/errors.ts';
import type { Context } from '#server/platform/context.ts';
import { checkDocument } from '#server/platform/media/document.ts';
import { readPhotoMetadata } from '#server/platform/media/exif.ts';
import { derivePhoto } from '#server/platform/media/image.ts';
import { checkFileSize, readImageHeader } from '#server/platform/media/limits.ts';
import { isMeasured, pictureOfMeasures } from '#server/platform/media/measured-picture.ts';
import { presetKey } from '#server/platform/storage/storage.ts';
import { deriveVideo } from './derive-video.ts';
import type { FileChanges, FileToProcess } from './queries.ts';
import { inRunFolder } from './work-folder.ts';

type Means = Pick<Context, 'storage' | 'config' | 'log'>;

/**
 * Makes what is shown of the original at `path`, puts it into storage and answers what was learnt.
 * The same file gives the same objects under the same keys, so that it may be done again.
 * Rejects with an AppError that names what is wrong with the file, or with what the machine lacks.
 */
export async function deriveFile(
  ctx: Means,
  file: FileToProcess,
  path: string,
  signal: AbortSignal,
): Promise<FileChanges> {
  checkFileSize(file.kind, file.fileSize);
  switch (file.kind) {
    case 'photo':
      return photo(ctx, file, path);
    case 'video':
      return deriveVideo(ctx, file, {
        path,
        signal,
        makePictures: (from) => pictures(ctx, file.id, from),
      });
    case 'raster':
      return raster(ctx, file, path);
    default:
      await checkDocument(path, file.fileType);
      return {};
  }
}

async function photo(ctx: Means, { id, timeZone }: FileToProcess, path: string) {
  const said = await readPhotoMetadata(path, timeZone);
  if (said.warning) ctx.log.info({ fileId: id, warning: said.warning }, 'photo with odd metadata');
  return {
    capturedAt: said.capturedAt,
    capturedLocal: said.capturedLocal,
    timeZoneSource: said.timeZoneSource,
    latitude: said.latitude,
    longitude: said.longitude,
    altitude: said.altitude,
    relativeAltitude: said.relativeAltitude,
    gimbalYaw: said.gimbalYaw,
    gimbalPitch: said.gimbalPitch,
    flightYaw: said.flightYaw,
    cameraMake: said.cameraMake,
    cameraModel: said.cameraModel,
    ...(await pictures(ctx, id, path)),
  };
}

/** A map that is too large or of a kind that cannot be previewed is kept all the same. */
async function raster(ctx: Means, file: FileToProcess, path: string): Promise<FileChanges> {
  const { width, height } = await readImageHeader(path);
  try {
    const made = (await isMeasured(path))
      ? await measuredPictures(ctx, file.id, path)
      : await pictures(ctx, file.id, path);
    return { ...made, width, height };
  } catch (error) {
    const isOnlyUnseen =
      error instanceof AppError &&
      (error.code === 'PICTURE_TOO_LARGE' || error.code === 'FILE_TYPE_NOT_SUPPORTED');
    if (!isOnlyUnseen) throw error;
    return { width, height };
  }
}

/** Heights and temperatures have no colours: their preview is a file made for it. */
async function measuredPictures(ctx: Means, id: string, path: string) {
  const png = await pictureOfMeasures(path);
  return inRunFolder(ctx, id, async (folder) => {
    const preview = join(folder, 'preview.png');
    await writeFile(preview, png);
    return pictures(ctx, id, preview);
  });
}

/** The sizes of a picture. Each is written while the next smaller one is made. */
async function pictures({ storage }: Means, id: string, path: string) {
  let written: Promise<void> = Promise.resolve();
  const made = await derivePhoto(path, async (preset, webp) => {
    await written;
    written = storage.put(presetKey(id, preset), webp);
    written.catch(() => {}); // thrown by the next one, or below
  });
  await written;
  const { width, height, thumbhash } = made;
  const presets = made.presets.map(({ preset }) => preset).toSorted((a, b) => a - b);
  return { width, height, thumbhash, presets };
}
