import { hash } from 'node:crypto';
import { byteSize } from '#domain/byte-size.ts';
import { AppError } from '#domain/errors.ts';
import { PICTURE_USES, type PictureUse } from '#domain/site-pictures.ts';
import type { Context } from '#server/platform/context.ts';
import { profileOf, type Viewer } from '#server/platform/db/viewer.ts';
import { removeUnusedPictures, savePicture } from './queries.ts';

const HASH_LENGTH = 32;
const UNUSED_MS = 86_400_000;

type Upload = { query: { use: PictureUse }; body: File };

/** FILE_TOO_LARGE and the errors of `makeSitePicture`. It's removed after a day if no setting names its path. */
export async function addPicture(
  ctx: Context,
  viewer: Viewer,
  { query, body }: Upload,
): Promise<{ path: string }> {
  const { maxBytes, side, type } = PICTURE_USES[query.use];
  if (body.size > maxBytes) {
    const [size, limit] = [byteSize(body.size, Math.ceil), byteSize(maxBytes)];
    throw new AppError('FILE_TOO_LARGE', `This picture is ${size}. The limit is ${limit}.`);
  }
  const content = new Uint8Array(await body.arrayBuffer());
  const made = await ctx.decoder.makeSitePicture({ content, side, type });
  const { width, height } = made;
  const id = hash('sha256', made.content).slice(0, HASH_LENGTH);
  await ctx.db.as(viewer, (tx) =>
    savePicture(tx, {
      hash: id,
      content: Buffer.from(made.content),
      type,
      width,
      height,
      createdAt: ctx.clock(),
      createdBy: profileOf(viewer),
    }),
  );
  return { path: `/brand/${id}-${width}x${height}.${type}` };
}

export const sweepPictures = ({ db, clock }: Pick<Context, 'db' | 'clock'>): Promise<void> =>
  db.as({ kind: 'system' }, (tx) =>
    removeUnusedPictures(tx, new Date(clock().getTime() - UNUSED_MS)),
  );
