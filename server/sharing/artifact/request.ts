import { AppError, type ErrorCode } from '#domain/errors.ts';
import type { Recipient } from '#server/platform/auth/recipient.ts';
import type { Context } from '#server/platform/context.ts';
import { hashBytes } from '#server/platform/crypto.ts';
import type { Tx } from '#server/platform/db/database.ts';
import { profileOf, type Viewer } from '#server/platform/db/viewer.ts';
import type { Queue } from '#server/platform/queue/queue.ts';
import { enqueueRemoval } from '#server/platform/storage/remove-job.ts';
import {
  findArtifact,
  insertArtifact,
  removeExcess,
  updateArtifact,
  type Facts,
  type Table,
} from './queries.ts';

const SYSTEM = { kind: 'system' } as const;
const DAY_MS = 86_400_000;

export type ArtifactKind<T extends Table> = {
  table: T;
  /** `kept` is per submission or viewpoint. After `patienceMinutes` without progress, an artifact counts as failed. */
  limits: { kept: number; days: number; patienceMinutes: number };
  /** Whether a retry continues where the last one stopped. */
  isResumed: boolean;
  notFound: ErrorCode;
  enqueue: (queue: Queue, tx: Tx, id: string, order?: { isBehind: boolean }) => Promise<void>;
};

/** The same content has the same key for every viewer. */
export const keyOf = (content: object): string => hashBytes(JSON.stringify(content));

export const initialProgress = ({ isResumed }: Pick<ArtifactKind<Table>, 'isResumed'>) =>
  isResumed ? {} : { percent: 0 };

export const stalledSince = (
  { clock }: Pick<Context, 'clock'>,
  { limits }: Pick<ArtifactKind<Table>, 'limits'>,
) => new Date(clock().getTime() - limits.patienceMinutes * 60_000);

type ArtifactRequest = {
  /** The submission or viewpoint that the artifact belongs to and is deleted with. */
  ofId: string;
  content: object;
  fileName: string;
  /** Whether to retry if the artifact failed or was canceled. */
  again: boolean;
  /** Lower priority, because nobody is waiting for it. */
  isBehind?: boolean;
};

/** Creates the artifact unless one with this content exists. Throws the kind's `notFound`. */
export const requestArtifact = <T extends Table>(
  ctx: Pick<Context, 'db' | 'clock' | 'queue'>,
  kind: ArtifactKind<T>,
  { ofId, content, fileName, again, isBehind = false }: ArtifactRequest,
): Promise<Facts<T>> =>
  ctx.db.as(SYSTEM, async (tx) => {
    const { table, limits, notFound, enqueue } = kind;
    const at = ctx.clock();
    const contentKey = keyOf(content);
    const row = { ofId, contentKey, content: JSON.stringify(content), fileName, at };
    const made = await insertArtifact(tx, table, row);
    if (made) {
      await enqueue(ctx.queue, tx, made.id, { isBehind });
      const old = await removeExcess(tx, table, { id: made.id, ofId }, limits.kept);
      await enqueueRemoval(ctx, tx, old);
    }
    const found = await findArtifact(tx, table, ofId, contentKey);
    if (!found) throw new AppError(notFound);
    const isStuck = found.state === 'making' && found.updatedAt < stalledSince(ctx, kind);
    if (!isStuck && (found.state === 'making' || found.state === 'ready')) return found;
    if (!again) return isStuck ? { ...found, state: 'failed' } : found;
    const restarted = {
      state: 'making',
      fileSize: null,
      updatedAt: at,
      ...initialProgress(kind),
    } as const;
    await updateArtifact(tx, table, found.id, restarted);
    await enqueue(ctx.queue, tx, found.id);
    return { ...found, ...restarted };
  });

/** Throws NOT_SIGNED_IN. */
export function present<T extends Table>(
  viewer: Viewer,
  { state, percent, fileName, fileSize }: Facts<T>,
  urlOf: (recipient: Recipient) => string,
) {
  const profileId = profileOf(viewer);
  if (!profileId) throw new AppError('NOT_SIGNED_IN');
  const url = state === 'ready' ? urlOf({ kind: 'person', profileId }) : null;
  return { state, percent, fileName, url, bytes: fileSize };
}

export const sweep = (
  ctx: Pick<Context, 'db' | 'clock' | 'queue'>,
  { limits }: Pick<ArtifactKind<Table>, 'limits'>,
  remove: (tx: Tx, before: Date) => Promise<string[]>,
): Promise<void> =>
  ctx.db.as(SYSTEM, async (tx) => {
    const before = new Date(ctx.clock().getTime() - limits.days * DAY_MS);
    await enqueueRemoval(ctx, tx, await remove(tx, before));
  });
