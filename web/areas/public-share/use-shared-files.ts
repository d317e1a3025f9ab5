import { useCallback, useEffect, useRef, useState } from 'react';
import type { SharedSubmissionFiles } from '#domain/share-links.ts';
import { type SharedData, NOT_AVAILABLE } from './shared-data.ts';
import type { ErrorCode } from '#domain/errors.ts';
import type { Client } from '#web/lib/api.ts';
import { loadFailureMessage } from '#web/lib/no-answer.ts';
import { ADDRESSES } from '#web/lib/paths.ts';

export type SharedFilesState = { data: SharedSubmissionFiles | null; error: string | null };

const NOT_LOADED: SharedFilesState = { data: null, error: null };

/**
 * Caches the files of a share link's submissions; those of the first come with the page. `onGone` is called if the link
 * is closed.
 */
export function useSharedFiles(
  { token, submissionId, files }: SharedData,
  onGone: (message: string) => void,
) {
  const [states, setStates] = useState<Readonly<Record<string, SharedFilesState>>>(
    submissionId && files ? { [submissionId]: { data: files, error: null } } : {},
  );
  const pending = useRef(new Map<string, Promise<SharedSubmissionFiles>>());

  /** Never rejects: errors are in the state. Concurrent calls share one request. */
  const load = useCallback(
    (id: string): Promise<SharedSubmissionFiles> => {
      if (token === null) return Promise.resolve(files ?? { files: [], download: null });
      const running = pending.current.get(id);
      if (running) return running;
      const change = (part: Partial<SharedFilesState>) =>
        setStates((all) => ({ ...all, [id]: { ...NOT_LOADED, ...all[id], ...part } }));
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

  const loadFiles = useCallback(
    async (id: string, { isFresh }: { isFresh: boolean }) =>
      ((!isFresh && states[id]?.data) || (await load(id))).files,
    [states, load],
  );
  return { states, load, loadFiles };
}

export type SharedFiles = ReturnType<typeof useSharedFiles>;

export function useFilesOf(
  { states, load }: SharedFiles,
  id: string | undefined,
): SharedFilesState {
  const state = id ? states[id] : undefined;
  const isMissing = id !== undefined && !state;
  useEffect(() => {
    if (isMissing) void load(id);
  }, [isMissing, load, id]);
  return state ?? NOT_LOADED;
}

type OpenFiles = Client['shareLinks']['openFiles'];
type Files = Awaited<ReturnType<OpenFiles>>;

/** The link no longer opens; `message` is for the visitor. */
export class LinkGoneError extends Error {}

const FAILED = 'Failed to load the shared project.';

/**
 * Calls the API of shared pages; `sent` makes it a POST. Throws LinkGoneError if the link was disabled or has expired,
 * otherwise an Error with a message for the visitor. Uses only the types of the API client, whose script is twice the
 * size of this page's.
 */
export async function fetchShared<T>(path: string, sent?: unknown): Promise<T> {
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
  if (!answer) throw new Error(loadFailureMessage());
  const body = (await answer.json().catch(() => null)) as unknown;
  if (answer.ok && body) return body as T;
  const { code, message } = (body ?? {}) as { code?: ErrorCode; message?: string };
  if (code === 'SHARE_LINK_NOT_AVAILABLE' || code === 'SHARE_LINK_EXPIRED') {
    throw new LinkGoneError(message || NOT_AVAILABLE);
  }
  // The password session expired or the password was changed. The reloaded page asks for the password.
  if (code === 'SHARE_PASSWORD_REQUIRED') window.location.reload();
  throw new Error(message || FAILED);
}

const loadSharedFiles = ({ token, submissionId }: Parameters<OpenFiles>[0]): Promise<Files> =>
  fetchShared<Files>(`shared/${token}/submissions/${submissionId}/files`);
