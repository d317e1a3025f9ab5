import { useEffect, useEffectEvent, useMemo, useRef, useState } from 'react';
import type { Collection } from './collection.ts';
import {
  shownFiles,
  type LoadFiles,
  type ViewerFile,
  type ViewerSubmission,
  type WatchFiles,
} from './viewer-file.ts';

type Load = { files: readonly ViewerFile[] | null; error: string | null };

const messageOf = (error: unknown) =>
  error instanceof Error && error.message ? error.message : 'Failed to load the files.';

/** Loads the files of `needed` submissions once, then keeps them up to date if `watchFiles` is given. */
export function useCollection(
  submissions: readonly ViewerSubmission[],
  { loadFiles, watchFiles }: { loadFiles: LoadFiles; watchFiles?: WatchFiles | undefined },
  needed: (collection: Collection) => readonly string[],
) {
  const [loads, setLoads] = useState<Readonly<Record<string, Load>>>({});
  const requested = useRef(new Set<string>());

  const load = async (id: string, isFresh: boolean) => {
    requested.current.add(id);
    const put = (change: (before: Load) => Load) =>
      setLoads((all) => ({ ...all, [id]: change(all[id] ?? { files: null, error: null }) }));
    put((before) => ({ ...before, error: null }));
    try {
      const files = shownFiles(await loadFiles(id, { isFresh }));
      put(() => ({ files, error: null }));
    } catch (error) {
      put((before) => (before.files ? before : { files: null, error: messageOf(error) }));
    }
  };
  const collection: Collection = useMemo(
    () =>
      submissions.map((submission) => ({
        submission,
        files: loads[submission.id]?.files ?? null,
        error: loads[submission.id]?.error ?? null,
      })),
    [submissions, loads],
  );
  const missing = needed(collection).join(' ');
  const loadMissing = useEffectEvent((ids: readonly string[]) => {
    for (const id of ids) if (!requested.current.has(id)) void load(id, false);
  });
  useEffect(() => loadMissing(missing.split(' ').filter(Boolean)), [missing]);
  // Watches only loaded submissions, because unsubscribing would abort those that are still loading.
  const watched = missing
    .split(' ')
    .filter((id) => loads[id]?.files)
    .join(' ');
  useEffect(() => {
    const stops = watched
      .split(' ')
      .filter(Boolean)
      .map((id) =>
        watchFiles?.(id, (files) =>
          setLoads((all) => ({ ...all, [id]: { files: shownFiles(files), error: null } })),
        ),
      );
    return () => stops.forEach((stop) => stop?.());
  }, [watched, watchFiles]);

  return { collection, reload: (id: string) => void load(id, true) };
}
