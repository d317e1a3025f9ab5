import { groupBy } from '#domain/group-by.ts';
import type { UnplacedPhoto } from '#domain/viewpoint-history.ts';

/** Which photos go back to which viewpoint when their placing is undone; null: to none. */
export function waysBack(
  photos: readonly Pick<UnplacedPhoto, 'id' | 'viewpointId'>[],
): { toId: string | null; fileIds: string[] }[] {
  const ways = groupBy(photos, ({ viewpointId }) => viewpointId);
  return [...ways].map(([toId, of]) => ({ toId, fileIds: of.map(({ id }) => id) }));
}
