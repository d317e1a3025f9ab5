import { open, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { sharp } from '../sharp.ts';
import { strippedRgba } from './big-tiff.ts';
import { isDeep, openDeepColors } from './deep-colors.ts';
import { levelsOf, readMask, writeColors, writeMask, type Level } from './pyramid.ts';
import { openColors, openMask, rowsAtOnce } from './rows.ts';
import type { Source } from './write-values.ts';

const PROGRESS_INTERVAL_MS = 500;

/**
 * Reports the progress of `work`, which reads the file `passes` times, from the bytes this process has read (Linux
 * only).
 */
async function withReadProgress<T>(
  path: string,
  { passes, onPercent }: { passes: number; onPercent: (percent: number) => void },
  work: () => Promise<T>,
): Promise<T> {
  const [before, { size }] = await Promise.all([bytesRead(), stat(path)]);
  const timer = setInterval(() => {
    const report = async () => {
      const read = (await bytesRead()) - before;
      // An estimate, because overviews in the file are never read.
      if (read > 0) onPercent(Math.min(99, (read / size / passes) * 100));
    };
    void report();
  }, PROGRESS_INTERVAL_MS);
  try {
    return await work();
  } finally {
    clearInterval(timer);
  }
}

async function bytesRead(): Promise<number> {
  const counted = await readFile('/proc/self/io', 'utf8').catch(() => '');
  return Number(/^rchar: (\d+)/m.exec(counted)?.[1] ?? 0);
}

const MAX_SAMPLED_PIXELS = 4e6;

export type WrittenColors = { levels: Level[]; hasMask: boolean; validShare: number };

export async function writeColorPyramids(
  source: Source,
  out: { color: string; mask: string },
): Promise<WrittenColors> {
  const { header, tolerantly, onPercent } = source;
  const isMarked =
    isDeep(header) ||
    (header.alpha === null && (header.nodata !== null || header.maskPage !== null));
  const path = isMarked ? await writeTransparentCopy(source) : source.path;
  const alpha = isMarked ? 3 : header.alpha;
  const passes = alpha === null ? 1 : 2;
  await withReadProgress(path, { passes, onPercent }, async () => {
    await tolerantly((failOn) =>
      writeColors({ path, failOn, keepsAlpha: alpha !== null }, out.color),
    );
    if (alpha !== null) await tolerantly((failOn) => writeMask({ path, failOn }, alpha, out.mask));
  });
  const levels = await levelsOf(out.color);
  if (alpha === null) return { levels, hasMask: false, validShare: 1 };
  return { levels, hasMask: true, validShare: await validShareOf(out.mask, levels) };
}

async function validShareOf(mask: string, levels: readonly Level[]): Promise<number> {
  const page = levels.findIndex(([width, height]) => width * height <= MAX_SAMPLED_PIXELS);
  const [width, height] = levels[page] ?? [1, 1];
  const cells = await readMask(mask, page, { left: 0, top: 0, width, height });
  let sum = 0;
  for (const cell of cells) sum += cell;
  return sum / cells.length / 255;
}

async function writeTransparentCopy(source: Source): Promise<string> {
  const { header, folder } = source;
  const { width, height, nodata } = header;
  const rows = await (isDeep(header) ? openDeepColors(source) : openColors(source));
  const mask = await openMask(source);
  const path = join(folder, 'transparent.tif');
  const file = await open(path, 'w');
  try {
    const { head, offset } = strippedRgba(width, height);
    await file.write(head, 0, head.length, 0);
    const step = rowsAtOnce(width);
    for (let top = 0; top < height; top += step) {
      const count = Math.min(step, height - top);
      const colors = await rows.read(top, count);
      const there = (await mask?.read(top, count)) ?? null;
      const pixels = withAlpha(colors, rows.count, { there, nodata });
      await file.write(pixels, 0, pixels.length, offset + top * width * 4);
    }
  } finally {
    await Promise.allSettled([file.close(), rows.close(), mask?.close()]);
  }
  return path;
}

type Marks = { there: ArrayLike<number> | null; nodata: number | null };

function withAlpha(colors: ArrayLike<number>, count: number, { there, nodata }: Marks): Buffer {
  const total = colors.length / count;
  const out = Buffer.alloc(total * 4);
  for (let pixel = 0; pixel < total; pixel++) {
    const at = pixel * count;
    const [red = 0, green = 0, blue = 0] = [colors[at], colors[at + 1], colors[at + 2]];
    // GDAL's mask is more reliable than a nodata color, which may occur in the picture.
    const isThere = there
      ? there[pixel] !== 0
      : count === 4
        ? colors[at + 3] !== 0
        : red !== nodata || green !== nodata || blue !== nodata;
    if (!isThere) continue;
    out[pixel * 4] = red;
    out[pixel * 4 + 1] = green;
    out[pixel * 4 + 2] = blue;
    out[pixel * 4 + 3] = 255;
  }
  return out;
}

export async function writePreview(
  { color, mask }: { color: string; mask: string | null },
  { page, level: [width, height] }: { page: number; level: Level },
  out: string,
): Promise<void> {
  const box = { left: 0, top: 0, width, height };
  const colors = await sharp(color, { page, limitInputPixels: false })
    .toColourspace('srgb')
    .raw()
    .toBuffer();
  if (mask) {
    const there = await readMask(mask, page, box);
    for (let index = 0; index < colors.length; index++) {
      const white = 255 - (there[Math.floor(index / 3)] ?? 255);
      if (white > 0) colors[index] = Math.min(255, (colors[index] ?? 0) + white);
    }
  }
  await sharp(colors, { raw: { width, height, channels: 3 }, limitInputPixels: false })
    .tiff({ compression: 'none' })
    .toFile(out);
}
