import type { SharedTimelapse } from '#domain/timelapses.ts';
import type { Tx } from '#server/platform/db/database.ts';
import { derivativesUrl } from '#server/platform/http/media-url.ts';
import type { Signer } from '#server/platform/signed-url.ts';
import { TimelapseContent } from './content.ts';
import { listReady, listSeen } from './queries.ts';
import { timelapseUrl } from './service.ts';

type Link = { id: string; projectId: string; showTimelapses: boolean };

/**
 * The films that a link shows, in its visitor's transaction: of each viewpoint the newest whose photos it shows all.
 * None where it shows no films.
 */
export async function sharedTimelapsesIn(
  tx: Tx,
  signer: Signer,
  { id: shareLinkId, projectId, showTimelapses }: Link,
): Promise<SharedTimelapse[]> {
  if (!showTimelapses) return [];
  const films = (await listReady(tx, projectId)).map(({ content, ...film }) => {
    const { shots, film: size } = TimelapseContent.parse(content);
    return { ...film, ...size, fileIds: shots.map(({ fileId }) => fileId) };
  });
  const seen = await listSeen(tx, [...new Set(films.flatMap(({ fileIds }) => fileIds))]);
  const photos = new Map(seen.map((photo) => [photo.id, photo]));
  const whole = films.filter(({ fileIds }) => fileIds.every((id) => photos.has(id)));
  const newest = whole.filter(
    ({ viewpointId }, index) => whole[index - 1]?.viewpointId !== viewpointId,
  );
  const recipient = { kind: 'share', shareLinkId } as const;
  return newest.flatMap(({ fileIds, fileSize, viewpointId: _, ...film }) => {
    const last = photos.get(fileIds.at(-1) ?? '');
    if (!last) return [];
    const { id, posterVersion, ...picture } = last;
    const mediaUrl = derivativesUrl(signer, recipient, id, posterVersion);
    const url = timelapseUrl(signer, recipient, film.id);
    return {
      ...film,
      url,
      bytes: fileSize,
      photoCount: fileIds.length,
      poster: { mediaUrl, ...picture },
    };
  });
}
