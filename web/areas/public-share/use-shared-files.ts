import { useCallback, useEffect, useRef, useState } from 'react';
import type { SharedSubmissionFiles } from '#domain/share-links.ts';
import { type SharedData, NOT_AVAILABLE } from './shared-data.ts';
import type { ErrorCode } from '#domain/errors.ts';
import type { Client } from '#web/lib/api.ts';
import { noAnswerToLoad } from '#web/lib/no-answer.ts';
import { ADDRESSES } from '#web/lib/paths.ts';

export type SharedFilesState = { data: SharedSubmissionFiles | null; error: string | null };

const NOTHING: SharedFilesState = { data: null, error: null };

/**
 * The files of the submissions of a share link, kept once loaded; those of the one shown first come
 * with the page. `onGone` hears when the link turns out to be closed.
 */
export function useSharedFiles(
  { token, submissionId, files }: SharedData,
  onGone: (message: string) => void,
) {
  const [states, setStates] = useState<Readonly<Record<string, SharedFilesState>>>(
    submissionId && files ? { [submissionId]: { data: files, error: null } } : {},
  );
  const pending = useRef(new Map<string, Promise<SharedSubmissionFiles>>());

  /** Asks again, once at a time; what failed stands in the state, so the promise may be dropped. */
  const load = useCallback(
    (id: string): Promise<SharedSubmissionFiles> => {
      if (token === null) return Promise.resolve(files ?? { files: [], download: null });
      const running = pending.current.get(id);
      if (running) return running;
      const change = (part: Partial<SharedFilesState>) =>
        setStates((all) => ({ ...all, [id]: { ...NOTHING, ...all[id], ...part } }));
      const promise = loadSharedFiles({ token, submissionId: id }).finally(() =>
        pending.current.delete(id),
      );
      pending.current.set(id, promise);
      change({ error: null });
      promise.then(
        (data) => change({ data }),
        (error: Error) => {
          change({ error: error.message });
          if (error instanceof LinkGoneError) onGone(error.message);
        },
      );
      return promise;
    },
    [token, files, onGone],
  );

  /** For the viewer: what is known already, unless it has to be fresh. */
  const loadFiles = useCallback(
    async (id: string, { isFresh }: { isFresh: boolean }) =>
      ((!isFresh && states[id]?.data) || (await load(id))).files,
    [states, load],
  );
  return { states, load, loadFiles };
}

export type SharedFiles = ReturnType<typeof useSharedFiles>;

/** The files of one submission; asks for them when they are not there yet. */
export function useFilesOf(
  { states, load }: SharedFiles,
  id: string | undefined,
): SharedFilesState {
  const state = id ? states[id] : undefined;
  const isMissing = id !== undefined && !state;
  useEffect(() => {
    if (isMissing) void load(id);
  }, [isMissing, load, id]);
  return state ?? NOTHING;
}

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
const loadSharedFiles = ({ token, submissionId }: Parameters<OpenFiles>[0]): Promise<Files> =>
  ask<Files>(`shared/${token}/submissions/${submissionId}/files`);
