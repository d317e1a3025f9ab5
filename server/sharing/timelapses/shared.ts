import type { SharedTimelapse } from '#domain/timelapses.ts';
import type { Tx } from '#server/platform/db/database.ts';
import { derivativesUrl } from '#server/platform/http/media-url.ts';
import type { Signer } from '#server/platform/signed-url.ts';
import { TimelapseContent } from './content.ts';
import { listReady, listVisible } from './queries.ts';
import { timelapseUrl } from './url.ts';

type Link = { id: string; projectId: string; showTimelapses: boolean };

/**
 * Returns each viewpoint's newest time-lapse in which every photo is visible through the link. Empty if the link shows
 * none.
 */
export async function sharedTimelapsesIn(
  tx: Tx,
  signer: Signer,
  { id: shareLinkId, projectId, showTimelapses }: Link,
): Promise<SharedTimelapse[]> {
  if (!showTimelapses) return [];
  const films = (await listReady(tx, projectId)).map(({ content, ...film }) => {
    const { shots, photoSeconds, film: size } = TimelapseContent.parse(content);
    const fileIds = shots.map(({ fileId }) => fileId);
    return { ...film, ...size, fileIds, seconds: photoSeconds * shots.length };
  });
  const seen = await listVisible(tx, [...new Set(films.flatMap(({ fileIds }) => fileIds))]);
  const photos = new Map(seen.map((photo) => [photo.id, photo]));
  const whole = films.filter(({ fileIds }) => fileIds.every((id) => photos.has(id)));
  const newest = whole.filter(
    ({ viewpointId }, index) => whole[index - 1]?.viewpointId !== viewpointId,
  );
  const recipient = { kind: 'share', shareLinkId } as const;
  return newest.flatMap(({ id, viewpointName, width, height, seconds, fileIds, fileSize }) => {
    const last = photos.get(fileIds.at(-1) ?? '');
    if (!last) return [];
    const { id: fileId, posterVersion, ...picture } = last;
    const mediaUrl = derivativesUrl(signer, recipient, fileId, posterVersion);
    const url = timelapseUrl(signer, recipient, id);
    const [bytes, photoCount] = [fileSize, fileIds.length];
    const poster = { mediaUrl, ...picture };
    return [{ id, viewpointName, url, bytes, width, height, seconds, photoCount, poster }];
  });
}
