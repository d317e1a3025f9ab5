import { LRUCache } from 'lru-cache';
import type { Context } from '#server/platform/context.ts';
import type { Viewer } from '#server/platform/db/viewer.ts';
import type { Locked } from '#server/platform/http/share-pass.ts';
import { listSeenBeside } from './queries.ts';

/** How many ids of files are remembered, of all viewers together: some 30 MB. */
const MOST_IDS = 200_000;
/** What a cut line to the database can hide. */
const KEPT_MS = 10_000;

/** What a viewer is known to see, and for visitors the lock before it. */
type Sight = { files: ReadonlySet<string>; lock: Locked | null; until: number };

export type SeenFiles = {
  /** What the viewer sees, this file among it; null when they do not see it. */
  find(viewer: Viewer, fileId: string): Promise<Pick<Sight, 'lock'> | null>;
  close(): void;
};

type Needs = Pick<Context, 'db' | 'clock' | 'revocations'>;

/**
 * Remembers which files a viewer may see, so that pictures need no database: it is asked for the
 * first file of a submission, then after a revocation of anybody's (all is forgotten then), and
 * every ten seconds.
 */
export function createSeenFiles({ db, clock, revocations }: Needs): SeenFiles {
  const kept = new LRUCache<string, Sight>({
    maxSize: MOST_IDS,
    sizeCalculation: ({ files }) => files.size + 1,
  });
  const underWay = new Map<string, Promise<unknown>>();
  let generation = 0;
  const close = revocations.onRevocation(() => {
    generation++;
    kept.clear();
  });

  async function load(viewer: Viewer, key: string, fileId: string): Promise<Sight | null> {
    const asked = generation;
    const now = clock().getTime();
    const rows = await db.ask(viewer, (tx) => listSeenBeside(tx, viewer, fileId));
    const [first] = rows;
    if (!first) return null;
    const before = asked === generation ? known(key) : null;
    const sight: Sight = {
      files: new Set([...(before?.files ?? []), ...rows.map(({ id }) => id)]),
      lock: first.lock,
      until: Math.min(before?.until ?? now + KEPT_MS, first.until?.getTime() ?? Infinity),
    };
    // What was revoked while the database answered may not be in its answer.
    if (asked === generation) kept.set(key, sight);
    return sight;
  }

  function known(key: string): Sight | null {
    const sight = kept.get(key);
    return sight && clock().getTime() < sight.until ? sight : null;
  }

  /** One after the other: the forty pictures of a page ask once. */
  async function ask(viewer: Viewer, key: string, fileId: string) {
    for (let loading = underWay.get(key); loading; loading = underWay.get(key)) {
      await loading.catch(() => {});
      const sight = known(key);
      if (sight?.files.has(fileId)) return sight;
    }
    const loading = load(viewer, key, fileId).finally(() => underWay.delete(key));
    underWay.set(key, loading);
    return loading;
  }

  return {
    async find(viewer, fileId) {
      const key = keyOf(viewer);
      const sight = known(key);
      return sight?.files.has(fileId) ? sight : ask(viewer, key, fileId);
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
