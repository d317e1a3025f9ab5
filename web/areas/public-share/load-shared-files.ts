import type { ErrorCode } from '#domain/errors.ts';
import type { Client } from '#web/lib/api.ts';
import { noAnswerToLoad } from '#web/lib/no-answer.ts';
import { ADDRESSES } from '#web/lib/paths.ts';
import { NOT_AVAILABLE } from './shared-data.ts';

type OpenFiles = Client['shareLinks']['openFiles'];
type Files = Awaited<ReturnType<OpenFiles>>;

/** The link does not open any more; `message` is for the visitor. */
export class LinkGoneError extends Error {}

const FAILED = 'Failed to load the shared project.';

/**
 * Asks the API for something that a shared page shows; `sent` makes it a POST. LinkGoneError
 * when the link was closed or has expired, an Error in words for the visitor when anything else is wrong. Of the
 * API's client only its types: its script would be twice the size of this page's own.
 */
export async function ask<T>(path: string, sent?: unknown): Promise<T> {
  const answer = await fetch(`${ADDRESSES.api}/${path}`, {
    credentials: 'same-origin',
    ...(sent === undefined
      ? {}
      : {
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify(sent),
        }),
  }).catch(() => null);
  if (!answer) throw new Error(noAnswerToLoad());
  const body = (await answer.json().catch(() => null)) as unknown;
  if (answer.ok && body) return body as T;
  const { code, message } = (body ?? {}) as { code?: ErrorCode; message?: string };
  if (code === 'SHARE_LINK_NOT_AVAILABLE' || code === 'SHARE_LINK_EXPIRED') {
    throw new LinkGoneError(message || NOT_AVAILABLE);
  }
  // The password was given too long ago, or is another now: the page itself asks for it.
  if (code === 'SHARE_PASSWORD_REQUIRED') window.location.reload();
  throw new Error(message || FAILED);
}

/** Fetches the files of one submission of a share link; rejects as `ask` does. */
export const loadSharedFiles = ({
  token,
  submissionId,
}: Parameters<OpenFiles>[0]): Promise<Files> =>
  ask<Files>(`shared/${token}/submissions/${submissionId}/files`);
