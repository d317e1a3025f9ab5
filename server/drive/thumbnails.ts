import { LRUCache } from 'lru-cache';
import type { Context } from '#server/platform/context.ts';
import type { Thumbnail } from '#server/platform/drive/bytes.ts';
import type { DriveRef } from '#server/platform/drive/requests.ts';

/** Addresses of Drive's small pictures last some hours: no longer than this are they asked for again. */
const LINK_MS = 1_800_000;
const LINKS = 5000;

/** Small pictures of files in Drive by the id of the file; null of what has none. */
export type Thumbnails = (ref: DriveRef) => Promise<Thumbnail | null>;

/** Remembers the addresses, so that a folder that is looked at again costs one request a picture. */
export function createThumbnails({ drive }: Pick<Context, 'drive'>): Thumbnails {
  const links = new LRUCache<string, string>({ max: LINKS, ttl: LINK_MS });
  return async (ref) => {
    const link = links.get(ref.id) ?? (await drive.entry(ref)).thumbnailLink;
    if (!link) return null;
    const picture = await drive.thumbnail(link);
    if (picture) links.set(ref.id, link);
    else links.delete(ref.id);
    return picture;
  };
}
