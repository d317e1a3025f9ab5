// The process in which pictures are decoded, one at a time: started, bounded and ended by decoding-process.ts.
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import {
  sizeFile,
  toldError,
  type DecodingAnswer,
  type DecodingTask,
  type FromDecoding,
} from './decoding-task.ts';
import { readPhotoMetadata } from './exif.ts';
import { readImageHeader } from './image-header.ts';
import { derivePhoto } from './image.ts';
import { isMeasured, pictureOfMeasures } from './measured-picture.ts';
import { sniffFile } from './sniff.ts';

const mostBytes = Number(process.argv[2]);

async function perform(task: DecodingTask): Promise<DecodingAnswer> {
  try {
    if (task.kind === 'type') return { type: await sniffFile(task.path) };
    if (task.kind === 'video') {
      // The reader of films costs 10 MB: only who has a film loads it.
      const { readVideo } = await import('./web-video.ts');
      return { video: await readVideo(task.path) };
    }
    if (task.kind === 'header') return { header: await readImageHeader(task.path) };
    if (task.kind === 'metadata') {
      return { metadata: await readPhotoMetadata(task.path, task.timeZone) };
    }
    return { sizes: await sizes(task) };
  } catch (error) {
    return { error: toldError(error) };
  }
}

/** Heights and temperatures have no colours: their preview is a file made for it. */
async function sizes({ kind, path, folder }: Extract<DecodingTask, { folder: string }>) {
  let source = path;
  if (kind === 'raster' && (await isMeasured(path))) {
    source = join(folder, 'preview.png');
    await writeFile(source, await pictureOfMeasures(path));
  }
  const write = (preset: number, webp: Buffer) => writeFile(sizeFile(folder, preset), webp);
  return derivePhoto(source, write, mostBytes);
}

async function answer(task: DecodingTask) {
  const made = await perform(task);
  const { user, system } = process.cpuUsage();
  const told: FromDecoding = { answer: made, cpuSeconds: (user + system) / 1e6 };
  process.send?.(told);
}

// Whoever stops the server by signals to all of its processes lets the server end this one.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => {});
process.on('disconnect', () => process.exit());
process.on('message', (task: DecodingTask) => void answer(task));
