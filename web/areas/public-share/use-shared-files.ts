import { useCallback, useEffect, useRef, useState } from 'react';
import type { SharedSubmissionFiles } from '#domain/share-links.ts';
import { LinkGoneError, loadSharedFiles } from './load-shared-files.ts';
import type { SharedData } from './shared-data.ts';

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
