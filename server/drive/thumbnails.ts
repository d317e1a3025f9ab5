import { LRUCache } from 'lru-cache';
import type { Context } from '#server/platform/context.ts';
import type { Thumbnail } from '#server/platform/drive/bytes.ts';
import type { DriveRef } from '#server/platform/drive/requests.ts';

/** Less than the few hours for which Drive's thumbnail URLs work. */
const LINK_MS = 1_800_000;
const MAX_LINKS = 5000;

export type Thumbnails = (ref: DriveRef) => Promise<Thumbnail | null>;

/** Caches thumbnail URLs. Resolves to null if a file has no thumbnail. */
export function createThumbnails({ drive }: Pick<Context, 'drive'>): Thumbnails {
  const links = new LRUCache<string, string>({ max: MAX_LINKS, ttl: LINK_MS });
  return async (ref) => {
    const link = links.get(ref.id) ?? (await drive.entry(ref)).thumbnailLink;
    if (!link) return null;
    const picture = await drive.thumbnail(link);
    if (picture) links.set(ref.id, link);
    else links.delete(ref.id);
    return picture;
  };
}
