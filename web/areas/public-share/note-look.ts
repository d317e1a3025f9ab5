import { useEffect } from 'react';
import type { ShareLook, SharePart } from '#domain/share-links.ts';
import { ADDRESSES } from '#web/lib/paths.ts';

const noted = new Set<string>();

/** Tells once that somebody looks at a part of a link; not of a preview, nor in a frame. Never rejects. */
function noteLook(token: string | null, part: SharePart, id: string): void {
  if (token === null || window.top !== window || noted.has(part + id)) return;
  noted.add(part + id);
  const look: ShareLook = { part, id };
  fetch(`${ADDRESSES.api}/shared/${token}/looks`, {
    method: 'POST',
    keepalive: true,
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(look),
  }).catch(() => {});
}

/** Addresses of what is taken along, with the id of the submission or file. */
const TAKEN = /^\/(?:(?:downloads|reports)\/s\/[^/]+|media\/s\/[^/]+\/o)\/([^/]+)\//;

/** Notes the week on the screen, the photo that is enlarged, and whatever is downloaded of the page. */
export function useNotedLooks(
  token: string | null,
  { submissionId, fileId }: { submissionId: string | undefined; fileId: string | null | undefined },
): void {
  useEffect(() => {
    if (submissionId) noteLook(token, 'week', submissionId);
  }, [token, submissionId]);
  useEffect(() => {
    if (fileId) noteLook(token, 'photo', fileId);
  }, [token, fileId]);
  useEffect(() => {
    const onClick = ({ target }: MouseEvent) => {
      const link = target instanceof Element ? target.closest('a') : null;
      const id = link && TAKEN.exec(link.pathname)?.[1];
      if (id) noteLook(token, 'download', id);
    };
    window.addEventListener('click', onClick);
    return () => window.removeEventListener('click', onClick);
  }, [token]);
}
