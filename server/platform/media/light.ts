import { sharp } from '../sharp.ts';

/** The mean value of a picture's pixels, 0 to 255. Takes pictures as they are stored for pages, which the product made itself. */
export async function lightOf(picture: Buffer): Promise<number> {
  const { channels } = await sharp(picture).stats();
  const colors = channels.slice(0, 3);
  return colors.reduce((sum, { mean }) => sum + mean, 0) / colors.length;
}
