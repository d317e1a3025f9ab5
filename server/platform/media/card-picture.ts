import { sharp } from '../sharp.ts';

/** What large cards of chat applications show, pixels (Open Graph, https://ogp.me). */
export const CARD = { width: 1200, height: 630 } as const;
const GAP = 4;

/**
 * The picture of a preview card as JPEG: one photo, or two side by side, each cut at its longer sides. Takes
 * pictures as they are stored for pages, which the product made itself. Rejects when one cannot be read.
 */
export async function makeCardPicture(pictures: readonly Buffer[]): Promise<Buffer> {
  const width = Math.floor((CARD.width - (pictures.length - 1) * GAP) / pictures.length);
  const parts = await Promise.all(
    pictures.map(async (picture, index) => ({
      input: await sharp(picture).resize(width, CARD.height).toBuffer(),
      left: index * (width + GAP),
      top: 0,
    })),
  );
  return sharp({ create: { ...CARD, channels: 3, background: '#fff' } })
    .composite(parts)
    .jpeg({ quality: 82, mozjpeg: true })
    .toBuffer();
}
