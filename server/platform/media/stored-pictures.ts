import { compose, resized, type Homography, type Size } from '#domain/homography.ts';
import { pathOf } from '#domain/pin-places.ts';
import type { Shape } from '#domain/pins.ts';
import { sharp } from '../sharp.ts';
import { drawPhoto, pixelsIn } from './draw-photo.ts';

const GAP = 4;

/** Use it only for stored pictures, because it decodes them in this process. */
export async function makeCardPicture(
  pictures: readonly Buffer[],
  card: { width: number; height: number },
): Promise<Buffer> {
  const width = Math.floor((card.width - (pictures.length - 1) * GAP) / pictures.length);
  const parts = await Promise.all(
    pictures.map(async (picture, index) => ({
      input: await sharp(picture).resize(width, card.height).toBuffer(),
      left: index * (width + GAP),
      top: 0,
    })),
  );
  return sharp({ create: { ...card, channels: 3, background: '#fff' } })
    .composite(parts)
    .jpeg({ quality: 82, mozjpeg: true })
    .toBuffer();
}

/** Mean pixel value, 0 to 255. Use it only for stored pictures, because it decodes them in this process. */
export async function brightnessOf(picture: Buffer): Promise<number> {
  const { channels } = await sharp(picture).stats();
  const colors = channels.slice(0, 3);
  return colors.reduce((sum, { mean }) => sum + mean, 0) / colors.length;
}

const CUT = { width: 720, height: 540 };
/** Of the marked photo's width. */
const CUT_PART = 0.3;
const CUT_BACKGROUND = 0x9a948e;

/**
 * `matrix` maps the photo's pixels to the marked photo's, both at full size. `at` and `drawing` are fractions of the
 * marked photo.
 */
export type Spot = {
  photo: Size;
  matrix: Homography;
  marked: Size;
  at: { x: number; y: number };
  drawing?: readonly Shape[];
};

/** A JPEG of the surroundings of a spot and its drawing, with a marker on it. Use it only for stored pictures. */
export async function cutSpot(picture: Buffer, { photo, matrix, ...of }: Spot): Promise<Buffer> {
  const { data, info } = await sharp(picture)
    .ensureAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  const source = pixelsIn(data, { width: info.width, height: info.height });
  const { drawing = [] } = of;
  const [x, y] = [of.at.x * of.marked.width, of.at.y * of.marked.height];
  const aspect = CUT.width / CUT.height;
  const reach = drawing
    .flatMap(({ points }) => points)
    .map(([px, py]) =>
      Math.max(Math.abs(px * of.marked.width - x), Math.abs(py * of.marked.height - y) * aspect),
    );
  const width = Math.min(
    Math.max(of.marked.width * CUT_PART, ...reach.map((far) => far * 2.1)),
    of.marked.width,
    of.marked.height * aspect,
  );
  const height = width / aspect;
  // Near an edge, the window is moved, not cut.
  const left = Math.max(0, Math.min(x - width / 2, of.marked.width - width));
  const top = Math.max(0, Math.min(y - height / 2, of.marked.height - height));
  const scale = CUT.width / width;
  const toCut: Homography = [scale, 0, -left * scale, 0, scale, -top * scale, 0, 0, 1];
  const onto = { ...CUT, data: new Int32Array(CUT.width * CUT.height).fill(CUT_BACKGROUND) };
  const sizes = { is: photo, shown: source };
  drawPhoto(source, resized(compose(toCut, matrix), sizes, { is: CUT, shown: CUT }), onto);
  const bytes = new Uint8Array(onto.data.buffer);
  const full = { width: of.marked.width * scale, height: of.marked.height * scale };
  const paths = drawing.map((shape) => `<path d="${pathOf(shape, full)}"/>`).join('');
  const overlay = overlayOf(paths, { x: left * scale, y: top * scale, at: [x * scale, y * scale] });
  return sharp(bytes, { raw: { ...CUT, channels: 4 } })
    .removeAlpha()
    .composite([{ input: Buffer.from(overlay) }])
    .jpeg({ quality: 82, mozjpeg: true })
    .toBuffer();
}

type Offset = { x: number; y: number; at: readonly [number, number] };

const overlayOf = (paths: string, { x, y, at: [cx, cy] }: Offset) => {
  const ring = (color: string, width: number) =>
    `<circle cx="${cx}" cy="${cy}" r="22" stroke="${color}" stroke-width="${width}"/>`;
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${CUT.width}" height="${CUT.height}"><g transform="translate(${-x} ${-y})" fill="none"><g stroke="#ffd43b" stroke-width="4" stroke-linecap="round" stroke-linejoin="round">${paths}</g>${ring('#fff', 10)}${ring('#d92d20', 5)}</g></svg>`;
};
