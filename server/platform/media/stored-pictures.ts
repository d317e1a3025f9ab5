import { sharp } from '../sharp.ts';

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
