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

/** In pixels, large enough for big previews in chat apps (Open Graph, https://ogp.me). */
const CARD = { width: 1200, height: 630 } as const;
/** Each card takes about 100 KB. */
const MAX_CACHED = 100;

/** Serves the link's preview picture for chat apps. Checks expiry and password, and doesn't count as a view. */
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

/**
 * Returns a before/after pair, or the cover if there is no pair or staff chose a cover outside it. Throws
 * FILE_NOT_FOUND.
 */
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
  // A picture was just deleted.
  if (sizes.includes(null)) throw new AppError('FILE_NOT_FOUND');
  const pictures = await Promise.all(keys.map((key) => storage.read(key)));
  // The image library takes 20 MB of memory, so it's loaded only when the first card is drawn.
  const { makeCardPicture } = await import('#server/platform/media/stored-pictures.ts');
  return makeCardPicture(pictures, CARD);
}
