import { compose, resized, type Homography, type Size } from '#domain/homography.ts';
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

/** `matrix` maps the photo's pixels to the marked photo's, both at full size. `at` is a fraction of the marked photo. */
export type Spot = { photo: Size; matrix: Homography; marked: Size; at: { x: number; y: number } };

/** A JPEG of the surroundings of a spot, with a marker on it. Use it only for stored pictures. */
export async function cutSpot(picture: Buffer, { photo, matrix, ...of }: Spot): Promise<Buffer> {
  const { data, info } = await sharp(picture)
    .ensureAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  const source = pixelsIn(data, { width: info.width, height: info.height });
  const [x, y] = [of.at.x * of.marked.width, of.at.y * of.marked.height];
  const width = of.marked.width * CUT_PART;
  const height = (width * CUT.height) / CUT.width;
  // Near an edge, the window is moved, not cut.
  const left = Math.max(0, Math.min(x - width / 2, of.marked.width - width));
  const top = Math.max(0, Math.min(y - height / 2, of.marked.height - height));
  const scale = CUT.width / width;
  const toCut: Homography = [scale, 0, -left * scale, 0, scale, -top * scale, 0, 0, 1];
  const onto = { ...CUT, data: new Int32Array(CUT.width * CUT.height).fill(CUT_BACKGROUND) };
  const sizes = { is: photo, shown: source };
  drawPhoto(source, resized(compose(toCut, matrix), sizes, { is: CUT, shown: CUT }), onto);
  const bytes = new Uint8Array(onto.data.buffer);
  const marker = markerAt((x - left) * scale, (y - top) * scale);
  return sharp(bytes, { raw: { ...CUT, channels: 4 } })
    .removeAlpha()
    .composite([{ input: Buffer.from(marker) }])
    .jpeg({ quality: 82, mozjpeg: true })
    .toBuffer();
}

const markerAt = (x: number, y: number) => {
  const ring = (color: string, width: number) =>
    `<circle cx="${x}" cy="${y}" r="22" fill="none" stroke="${color}" stroke-width="${width}"/>`;
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${CUT.width}" height="${CUT.height}">${ring('#fff', 10)}${ring('#d92d20', 5)}</svg>`;
};
