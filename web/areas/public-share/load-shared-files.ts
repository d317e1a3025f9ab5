import type { ErrorCode } from '#domain/errors.ts';
import type { Client } from '#web/lib/api.ts';
import { ADDRESSES } from '#web/lib/paths.ts';
import { NOT_AVAILABLE } from './shared-data.ts';

type OpenFiles = Client['shareLinks']['openFiles'];
type Files = Awaited<ReturnType<OpenFiles>>;

/** The link does not open any more; `message` is for the visitor. */
export class LinkGoneError extends Error {}

const FAILED = 'Failed to load the shared project.';

/**
 * Fetches the files of one submission of a share link. LinkGoneError when the link was closed or has
 * expired, an Error in words for the visitor when anything else is wrong. Of the API's client only its
 * types: its script would be twice the size of this page's own.
 */
export async function loadSharedFiles({
  token,
  submissionId,
}: Parameters<OpenFiles>[0]): Promise<Files> {
  const address = `${ADDRESSES.api}/shared/${token}/submissions/${submissionId}/files`;
  const answer = await fetch(address, { credentials: 'same-origin' }).catch(() => null);
  if (!answer)
    throw new Error('The server cannot be reached. Check your connection and try again.');
  const body = (await answer.json().catch(() => null)) as unknown;
  if (answer.ok && body) return body as Files;
  const { code, message } = (body ?? {}) as { code?: ErrorCode; message?: string };
  if (code === 'SHARE_LINK_NOT_AVAILABLE') throw new LinkGoneError(message || NOT_AVAILABLE);
  // The password was given too long ago, or is another now: the page itself asks for it.
  if (code === 'SHARE_PASSWORD_REQUIRED') window.location.reload();
  throw new Error(message || FAILED);
}
