import type { UnplacedPhoto } from '#domain/viewpoint-history.ts';

/** Which photos go back to which viewpoint when their placing is undone; null: to none. */
export function waysBack(
  photos: readonly Pick<UnplacedPhoto, 'id' | 'viewpointId'>[],
): { toId: string | null; fileIds: string[] }[] {
  const ways = Map.groupBy(photos, ({ viewpointId }) => viewpointId);
  return [...ways].map(([toId, of]) => ({ toId, fileIds: of.map(({ id }) => id) }));
}
