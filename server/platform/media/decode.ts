import { writeFile } from 'node:fs/promises';
import { constants, setPriority } from 'node:os';
import { join } from 'node:path';
import {
  sizePath,
  serializeError,
  type DecodingAnswer,
  type DecodingProgress,
  type DecodingTask,
  type DecodingResponse,
  type TaskInputs,
  type Results,
  type TaskKind,
} from './decoding-task.ts';
import { DNG, sniffFile } from './sniff.ts';

const mostBytes = Number(process.argv[2]);

// Imports are per task: a process that only detects types doesn't need the 35 MB image decoder.

async function performTask(task: DecodingTask): Promise<Results[TaskKind]> {
  switch (task.kind) {
    case 'type':
      return sniffFile(task.path);
    case 'video':
      return (await import('./video.ts')).readVideo(task.path);
    case 'header':
      return (await import('./image-header.ts')).readImageHeader(task.path);
    case 'metadata':
      return (await import('./photo-metadata.ts')).readPhotoMetadata(task.path, task.timeZone);
    case 'jpeg':
      return makeJpeg(task);
    case 'frame': {
      const { makeTimelapseFrame } = await import('./timelapse-frame.ts');
      return makeTimelapseFrame(task, (await previewOf(task)) ?? task.path);
    }
    case 'map':
      return renderMap(task);
    case 'pair':
      return alignPair(task);
    case 'icon':
      return (await import('./site-picture.ts')).makeSiteIcon(task);
    case 'site':
      return (await import('./site-picture.ts')).makeSitePicture(task, mostBytes);
    default:
      return makeSizes(task);
  }
}

async function makeJpeg({ path, made }: TaskInputs['jpeg']): Promise<void> {
  const { sharp } = await import('../sharp.ts');
  await sharp(path)
    .flatten({ background: '#fff' })
    .jpeg({ quality: 80, mozjpeg: true })
    .toFile(made);
}

async function alignPair({ fixed, moving, isTurned, isLast }: TaskInputs['pair']) {
  if (isLast) setPriority(constants.priority.PRIORITY_LOW);
  const { alignPhotos } = await import('../alignment/align.ts');
  return alignPhotos(fixed, moving, isTurned);
}

const PROGRESS_INTERVAL_MS = 500;

async function renderMap(task: TaskInputs['map']): Promise<Results['map']> {
  const { makeMap } = await import('./make-map.ts');
  const { derivePhoto } = await import('./image.ts');
  let reportedAt = 0;
  const made = await makeMap(task, mostBytes, (percent) => {
    if (Date.now() - reportedAt < PROGRESS_INTERVAL_MS) return;
    reportedAt = Date.now();
    process.send?.({ percent } satisfies DecodingProgress);
  });
  const write = (preset: number, webp: Buffer) => writeFile(sizePath(task.folder, preset), webp);
  const { presets, thumbhash } = await derivePhoto(made.preview, write, mostBytes);
  const { width, height } = made;
  return { ...made, sizes: { width, height, presets, thumbhash } };
}

const NICENESS = 5;

async function makeSizes(task: TaskInputs['photo']) {
  setPriority(NICENESS);
  const { path, folder } = task;
  const { derivePhoto } = await import('./image.ts');
  const source = (await previewOf(task)) ?? path;
  const write = (preset: number, webp: Buffer) => writeFile(sizePath(folder, preset), webp);
  return derivePhoto(source, write, mostBytes);
}

async function previewOf({ path, folder }: TaskInputs['photo']) {
  const preview = join(folder, 'preview');
  const { mime } = await sniffFile(path);
  if (mime === DNG) {
    const { dngPreview } = await import('./dng-preview.ts');
    await writeFile(preview, await dngPreview(path));
    return preview;
  }
  if (!/^image\/(?:hei|avif)/.test(mime)) return null;
  const { readHeifAt, withKnownBrand } = await import('./heif.ts');
  const heif = await readHeifAt(path);
  if (!heif) return null;
  const readable = await withKnownBrand(path, heif, `${preview}-branded`);
  if (heif.codec !== 'hevc') return readable;
  const { heicAsTiff } = await import('./heic.ts');
  await heicAsTiff(readable, preview, mostBytes);
  return preview;
}

async function runTask(task: DecodingTask) {
  const answered: DecodingAnswer = await performTask(task).then(
    (result) => ({ result }),
    (error: unknown) => ({ error: serializeError(error) }),
  );
  const { user, system } = process.cpuUsage();
  const response: DecodingResponse = { answer: answered, cpuSeconds: (user + system) / 1e6 };
  process.send?.(response);
}

// Leave these signals to the server, which then ends this process.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => {});
process.on('disconnect', () => process.exit());
process.on('message', (task: DecodingTask) => void runTask(task));
