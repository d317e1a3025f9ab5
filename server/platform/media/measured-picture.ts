import { pictureError } from './picture-error.ts';
import { sharp } from './sharp.ts';

const WIDTH = 2048;
/** Marks of "nothing was measured here" lie far outside of heights in metres and temperatures. */
const LOWEST = -9000;
const HIGHEST = 1e6;
/** Shares of the values that are left black and white: a crane or a cold roof must not decide. */
const [DARK, LIGHT] = [0.02, 0.98];

/** Whether a picture holds measurements, which have no colours of their own. */
export async function isMeasured(path: string): Promise<boolean> {
  const { depth, channels } = await sharp(path, { limitInputPixels: false }).metadata();
  return depth === 'float' || depth === 'double' || channels > 4;
}

/**
 * A PNG of at most 2048 pixels width in which the first band of a raster of measurements goes from
 * black to white; where nothing was measured it is transparent. Throws FILE_DAMAGED.
 */
export async function pictureOfMeasures(path: string): Promise<Buffer> {
  const { data, info } = await read(path);
  const all = new Float32Array(data.buffer, data.byteOffset, data.length / 4);
  const values = all.filter((_value, index) => index % info.channels === 0);
  const measured = values.filter((value) => value > LOWEST && value < HIGHEST).toSorted();
  const at = (share: number) => measured[Math.floor(share * (measured.length - 1))] ?? 0;
  const [black, white] = [at(DARK), at(LIGHT)];
  const scale = 255 / (white - black || 1);
  const pixels = Buffer.alloc(values.length * 2);
  for (const [index, value] of values.entries()) {
    if (!(value > LOWEST && value < HIGHEST)) continue;
    pixels[index * 2] = Math.max(0, Math.min(255, (value - black) * scale));
    pixels[index * 2 + 1] = 255;
  }
  const raw = { width: info.width, height: info.height, channels: 2 as const };
  return sharp(pixels, { raw }).png({ compressionLevel: 1 }).toBuffer();
}

async function read(path: string) {
  try {
    return await sharp(path, { limitInputPixels: false })
      .toColourspace('b-w')
      // Nearest: a mean of a value and the mark for "nothing" would be neither.
      .resize({ width: WIDTH, kernel: 'nearest', withoutEnlargement: true })
      .raw({ depth: 'float' })
      .toBuffer({ resolveWithObject: true });
  } catch (error) {
    throw pictureError(error);
  }
}
