import { AppError } from '#domain/errors.ts';
import { readImageHeader } from './image-header.ts';
import { readTolerantly } from './picture-error.ts';
import { sharp } from '../sharp.ts';

const MAX_SIZE = { width: 2048, height: 4096 };
/** 5 square kilometers at 5 centimeters; more would keep a worker busy for minutes. */
const MAX_MEASUREMENTS = 2e9;
const MAX_SAMPLES = 100_000;
/** Sampling in steps of the golden ratio is even and never follows a column. */
const GOLDEN = (Math.sqrt(5) - 1) / 2;
/** Plausible heights in meters and temperatures. Values that mark missing data are far outside this range. */
const MIN_PLAUSIBLE = -9000;
const MAX_PLAUSIBLE = 1e6;
/** Quantiles drawn black and white instead of the extremes, which may be a crane or a cold roof. */
const [DARK, LIGHT] = [0.02, 0.98];

/** Transparent where nothing was measured. Throws FILE_DAMAGED, PICTURE_TOO_LARGE. */
export async function pictureOfMeasurements(path: string, page = 0): Promise<Buffer> {
  const { data, info } = await read(path, page);
  const { width, height, channels } = info;
  const values = new Float32Array(data.buffer, data.byteOffset, data.length / 4);
  const count = width * height;
  const [black, white] = contrastOf(values, channels);
  const scale = 255 / (white - black || 1);
  const pixels = Buffer.alloc(count * 2);
  for (let index = 0; index < count; index++) {
    const value = values[index * channels] ?? Number.NaN;
    if (!isMeasurement(value)) continue;
    pixels[index * 2] = Math.max(0, Math.min(255, (value - black) * scale));
    pixels[index * 2 + 1] = 255;
  }
  const raw = { width, height, channels: 2 as const };
  return sharp(pixels, { raw }).png({ compressionLevel: 1 }).toBuffer();
}

const isMeasurement = (value: number) => value > MIN_PLAUSIBLE && value < MAX_PLAUSIBLE;

export function grayOfValues(values: Uint16Array): Buffer | null {
  const [black, white] = contrastOf(values, 1);
  if (black === white) return null;
  const scale = 255 / (white - black);
  return Buffer.from(values.map((value) => Math.max(0, Math.min(255, (value - black) * scale))));
}

function contrastOf(
  values: Float32Array | Uint16Array,
  channels: number,
): [black: number, white: number] {
  const count = values.length / channels;
  const place = (index: number) =>
    count <= MAX_SAMPLES ? index : Math.floor(((index * GOLDEN) % 1) * count);
  const sample = Float32Array.from({ length: Math.min(count, MAX_SAMPLES) }, (_, index) =>
    Number(values[place(index) * channels]),
  );
  const measured = sample.filter(isMeasurement).toSorted();
  const at = (share: number) => measured[Math.floor(share * (measured.length - 1))] ?? 0;
  return [at(DARK), at(LIGHT)];
}

async function read(path: string, page: number) {
  const { width, height } = await readImageHeader(path);
  if (width * height > MAX_MEASUREMENTS) throw new AppError('PICTURE_TOO_LARGE');
  return readTolerantly((failOn) =>
    sharp(path, { limitInputPixels: false, failOn, page })
      .toColourspace('b-w')
      // Nearest, because averaging a value with a missing-data marker would give neither.
      .resize({ ...MAX_SIZE, fit: 'inside', kernel: 'nearest', withoutEnlargement: true })
      .raw({ depth: 'float' })
      .toBuffer({ resolveWithObject: true }),
  );
}
