import { LRUCache } from 'lru-cache';
import type { Context } from '#server/platform/context.ts';
import type { Viewer } from '#server/platform/db/viewer.ts';
import type { ProtectedLink } from '#server/platform/http/share-pass.ts';
import { listVisibleSiblings } from './queries.ts';

/** For all viewers together. Takes about 30 MB. */
const MAX_IDS = 200_000;
/** The longest time for which a revocation can go unnoticed if the database connection is lost. */
const CACHE_MS = 10_000;

/** `lock` is the share link whose password is required. */
type CachedVisibility = { files: ReadonlySet<string>; lock: ProtectedLink | null; until: number };

export type VisibleFiles = {
  /** Resolves to null if the viewer can't see the file. */
  find(viewer: Viewer, fileId: string): Promise<Pick<CachedVisibility, 'lock'> | null>;
  close(): void;
};

type Needs = Pick<Context, 'db' | 'clock' | 'revocations'>;

/** Caches the files that each viewer can see for ten seconds, or until anyone's rights are revoked. */
export function createVisibleFiles({ db, clock, revocations }: Needs): VisibleFiles {
  const kept = new LRUCache<string, CachedVisibility>({
    maxSize: MAX_IDS,
    sizeCalculation: ({ files }) => files.size + 1,
  });
  const inProgress = new Map<string, Promise<unknown>>();
  let generation = 0;
  const close = revocations.onRevocation(() => {
    generation++;
    kept.clear();
  });

  async function load(
    viewer: Viewer,
    key: string,
    fileId: string,
  ): Promise<CachedVisibility | null> {
    const startGeneration = generation;
    const now = clock().getTime();
    const rows = await db.ask(viewer, (tx) => listVisibleSiblings(tx, viewer, fileId));
    const [first] = rows;
    if (!first) return null;
    const before = startGeneration === generation ? known(key) : null;
    const visibility: CachedVisibility = {
      files: new Set([...(before?.files ?? []), ...rows.map(({ id }) => id)]),
      lock: first.lock,
      until: Math.min(before?.until ?? now + CACHE_MS, first.until?.getTime() ?? Infinity),
    };
    // If a revocation arrived during the query, the rows may be out of date.
    if (startGeneration === generation) kept.set(key, visibility);
    return visibility;
  }

  function known(key: string): CachedVisibility | null {
    const visibility = kept.get(key);
    return visibility && clock().getTime() < visibility.until ? visibility : null;
  }

  /** Runs one query per viewer at a time, so that all pictures on a page share it. */
  async function ask(viewer: Viewer, key: string, fileId: string) {
    for (let loading = inProgress.get(key); loading; loading = inProgress.get(key)) {
      await loading.catch(() => {});
      const visibility = known(key);
      if (visibility?.files.has(fileId)) return visibility;
    }
    const loading = load(viewer, key, fileId).finally(() => inProgress.delete(key));
    inProgress.set(key, loading);
    return loading;
  }

  return {
    async find(viewer, fileId) {
      const key = keyOf(viewer);
      const visibility = known(key);
      return visibility?.files.has(fileId) ? visibility : ask(viewer, key, fileId);
    },
    close,
  };
}

function keyOf(viewer: Viewer): string {
  switch (viewer.kind) {
    case 'share':
      return viewer.shareLinkId;
    case 'client':
      return `${viewer.profileId} ${viewer.companyId}`;
    case 'staff':
      return `${viewer.profileId} ${viewer.role}`;
    default:
      return viewer.kind;
  }
}
