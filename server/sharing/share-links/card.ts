import type { FastifyPluginAsync } from 'fastify';
import { LRUCache } from 'lru-cache';
import { AppError } from '#domain/errors.ts';
import { presetFor } from '#domain/pictures.ts';
import { bestViewsIn } from '#server/viewpoints/service.ts';
import type { Context } from '#server/platform/context.ts';
import type { Tx } from '#server/platform/db/database.ts';
import { presetKey } from '#server/platform/storage/storage.ts';
import { asVisitor, type Visitor } from './open.ts';
import { findNewestPicture, listPictures, type PictureRow } from './queries.ts';

/** The size of large cards in chat apps, in pixels (Open Graph, https://ogp.me). */
const CARD = { width: 1200, height: 630 } as const;
/** About 100 KB each. */
const MAX_CACHED = 100;

/** The preview picture in chat apps. The link's expiry and password apply, and it doesn't count as a view. */
export const sharedCardPlugin =
  (ctx: Context): FastifyPluginAsync =>
  async (app) => {
    const made = new LRUCache<string, Buffer>({ max: MAX_CACHED });
    app.get<{ Params: { token: string } }>('/shared/:token/picture.jpg', async (request, reply) => {
      const { cookie: cookies } = request.headers;
      const photos = await cardPhotos(ctx, { token: request.params.token, cookies });
      const key = photos.join(' ');
      const bytes = made.get(key) ?? (await draw(ctx, photos));
      made.set(key, bytes);
      return reply
        .type('image/jpeg')
        .headers({ 'cache-control': 'no-store', 'x-robots-tag': 'noindex, nofollow' })
        .send(bytes);
    });
  };

/** A before/after pair, or else the cover. A cover that staff chose is always shown. FILE_NOT_FOUND. */
const cardPhotos = (ctx: Context, visitor: Visitor): Promise<string[]> =>
  asVisitor(ctx, visitor, async (tx, { projectId }) => {
    const newest = await findNewestPicture(tx, projectId);
    if (!newest) throw new AppError('FILE_NOT_FOUND');
    const found = await pairOf(ctx, tx, newest.submissionId);
    const hasCover = !newest.isChosen || found?.some(({ id }) => id === newest.id);
    const pair = hasCover ? found : null;
    return (pair ?? [newest]).map(keyOf);
  });

async function pairOf(
  ctx: Context,
  tx: Tx,
  submissionId: string | null,
): Promise<PictureRow[] | null> {
  const [view] = (await bestViewsIn(ctx, tx, submissionId === null ? [] : [submissionId])).values();
  if (!view?.before) return null;
  const ids = [view.before.id, view.after.id];
  const rows = await listPictures(tx, ids);
  return ids.flatMap((id) => rows.find((row) => row.id === id) ?? []);
}

const keyOf = ({ id, presets, posterVersion }: PictureRow) =>
  presetKey(id, presetFor(presets, CARD.width) ?? 0, posterVersion);

async function draw({ storage }: Pick<Context, 'storage'>, keys: readonly string[]) {
  const sizes = await Promise.all(keys.map((key) => storage.size(key)));
  // One was just deleted.
  if (sizes.includes(null)) throw new AppError('FILE_NOT_FOUND');
  const pictures = await Promise.all(keys.map((key) => storage.read(key)));
  // The image library takes 20 MB, so it loads with the first card.
  const { makeCardPicture } = await import('#server/platform/media/stored-pictures.ts');
  return makeCardPicture(pictures, CARD);
}
