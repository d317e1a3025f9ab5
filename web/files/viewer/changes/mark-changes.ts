import { compose, type Homography, type Size } from '#domain/homography.ts';
import { pictureUrl, presetFor } from '#domain/pictures.ts';
import { sizeOf } from '../picture/progressive-picture.tsx';
import type { ViewerFile } from '../viewer-file.ts';
import type { AlignedPixels, Pixels } from './find-changes.ts';

export type ChangesRequest = { before: AlignedPixels; after: AlignedPixels; grid: Size };
export type ChangesResult = { outlines: string[] };

/** Outlines of changes in grid points, largest first. */
export type Changes = ChangesResult & { grid: Size };

/** Two photos with their alignment to a common frame, in full-size pixels. */
export type AlignedPhotos = {
  frame: Size;
  before: { file: ViewerFile; matrix: Homography };
  after: { file: ViewerFile; matrix: Homography };
};

/** Grid width. Changes below a hundredth of the frame are ignored anyway. */
const GRID_WIDTH = 512;
/** Width of the compared pictures, in pixels. */
const PICTURE_WIDTH = 1024;

/** Finds changes between two photos, in a worker. Rejects if a picture can't be loaded or `signal` aborts. */
export async function markChanges(
  { frame, before, after }: AlignedPhotos,
  signal: AbortSignal,
): Promise<Changes> {
  const grid = { width: GRID_WIDTH, height: Math.round((GRID_WIDTH * frame.height) / frame.width) };
  const toGrid = scale(grid.width / frame.width, grid.height / frame.height);
  const align = async ({ file, matrix }: AlignedPhotos['before']): Promise<AlignedPixels> => {
    const pixels = await pixelsOf(file);
    const full = sizeOf(file);
    const toFull = scale(full.width / pixels.width, full.height / pixels.height);
    return { pixels, onGrid: compose(toGrid, compose(matrix, toFull)) };
  };
  const [from, to] = await Promise.all([align(before), align(after)]);
  signal.throwIfAborted();
  return { grid, ...(await runWorker({ before: from, after: to, grid }, signal)) };
}

const scale = (x: number, y: number): Homography => [x, 0, 0, 0, y, 0, 0, 0, 1];

async function pixelsOf(file: ViewerFile): Promise<Pixels> {
  const preset = presetFor(file.presets, PICTURE_WIDTH);
  const image = new Image();
  image.src = pictureUrl(file.mediaUrl, preset ?? PICTURE_WIDTH);
  await image.decode();
  const canvas = document.createElement('canvas');
  canvas.width = Math.min(PICTURE_WIDTH, image.naturalWidth);
  canvas.height = Math.round((canvas.width * image.naturalHeight) / image.naturalWidth);
  const context = canvas.getContext('2d', { willReadFrequently: true });
  if (!context) throw new Error('Out of memory: no canvas context.');
  context.drawImage(image, 0, 0, canvas.width, canvas.height);
  const { data, width, height } = context.getImageData(0, 0, canvas.width, canvas.height);
  return { data, width, height };
}

function runWorker(request: ChangesRequest, signal: AbortSignal): Promise<ChangesResult> {
  const worker = new Worker(new URL('./changes-worker.ts', import.meta.url), { type: 'module' });
  const found = new Promise<ChangesResult>((resolve, reject) => {
    worker.addEventListener('message', ({ data }: MessageEvent<ChangesResult>) => resolve(data));
    worker.addEventListener('error', (event) => reject(new Error(event.message)));
    signal.addEventListener('abort', () => reject(signal.reason as Error));
  });
  worker.postMessage(request, [
    request.before.pixels.data.buffer,
    request.after.pixels.data.buffer,
  ]);
  return found.finally(() => worker.terminate());
}
