import {
  determinant,
  homographyOf,
  resized,
  type Homography,
  type Size,
} from '#domain/homography.ts';
import { sharp } from '../sharp.ts';
import { labelledRows } from './film-label.ts';
import { readUnlabelled, writeFilmPicture } from './film-picture.ts';
import { isCovering, layPixels, pixelsIn, type Pixels } from './lay-pixels.ts';

/** A picture of a film: a photo laid into the frame, with what came before where it has nothing. */
export type FrameOrder = {
  /** Where the photo lies, upright or as its EXIF turns it, of any size. */
  path: string;
  /** Its full size, whose pixels `matrix` maps to those of the film. */
  photo: Size;
  matrix: readonly number[];
  film: Size;
  /** By how much it is brightened. */
  gain: number;
  /** Where the picture before lies, as this wrote it. */
  under: string | null;
  /** Where the picture is written: as film-picture.ts says, or as JPEG for a page, which has no label. */
  made: string;
} & ({ isJpeg?: false; label: string | null } | { isJpeg: true; label: null });

/** Read a little larger than it is shown: what lies between pixels is taken of four. */
const SPARE = 1.2;
/** What is seen where no photo has been. */
const NOTHING = 0x100d0b;

/**
 * Makes one picture of a film from `source`, one at a time. Rejects when it cannot be read, or the matrix is none.
 */
export async function makeFilmFrame(order: FrameOrder, source: string | Buffer): Promise<void> {
  const { film, label } = order;
  const matrix = homographyOf(order.matrix);
  if (!matrix) throw new Error('the matrix of a photo is flat');
  const pixels = await readPixels(source, order, matrix);
  const onto = resized(matrix, { is: order.photo, shown: pixels }, { is: film, shown: film });
  const picture = pictureOf(film);
  if (!isCovering(pixels, onto, film)) {
    if (order.under === null) picture.data.fill(NOTHING);
    else await readUnlabelled(order.under, picture);
  }
  layPixels(pixels, onto, picture, order.gain);
  if (order.isJpeg) return writeJpeg(order.made, picture);
  const labelled = label === null ? new Uint8Array() : await labelledRows(picture, label);
  await writeFilmPicture(order.made, picture, labelled);
}

async function writeJpeg(path: string, { data, width, height }: Pixels): Promise<void> {
  const bytes = new Uint8Array(data.buffer, data.byteOffset, data.byteLength);
  await sharp(bytes, { raw: { width, height, channels: 4 } })
    .removeAlpha()
    .jpeg({ quality: 92 })
    .toFile(path);
}

let kept = new Int32Array();

/** Where a picture is made: the same memory for each, as new memory takes longer to touch than to fill. */
function pictureOf(film: Size): Pixels {
  const count = film.width * film.height;
  if (kept.length !== count) kept = new Int32Array(count);
  return { ...film, data: kept };
}

async function readPixels(
  source: string | Buffer,
  { photo }: FrameOrder,
  matrix: Homography,
): Promise<Pixels> {
  const scale = Math.min(1, SPARE * scaleOf(matrix, photo));
  const { data, info } = await sharp(source)
    .autoOrient()
    .resize({ width: Math.max(1, Math.round(photo.width * scale)), withoutEnlargement: true })
    .flatten({ background: '#fff' })
    .toColorspace('srgb')
    .ensureAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  return pixelsIn(data, { width: info.width, height: info.height });
}

/** By how much a photo is enlarged in its middle: the square root of what becomes of an area there. */
function scaleOf(matrix: Homography, { width, height }: Size): number {
  const [x, y] = [width / 2, height / 2];
  const w = matrix[6] * x + matrix[7] * y + matrix[8];
  return Math.sqrt(Math.abs(determinant(matrix) / w ** 3));
}
