import { z } from 'zod';
import { AppError } from '#domain/errors.ts';
import { viewerOfSession } from '#server/platform/auth/person.ts';
import type { Context } from '#server/platform/context.ts';
import { hashToken } from '#server/platform/crypto.ts';
import type { Tx } from '#server/platform/db/database.ts';
import type { Viewer } from '#server/platform/db/viewer.ts';
import { viewerFor, type Requester } from '#server/platform/http/requester.ts';
import { planZip } from '#server/platform/media/zip.ts';
import { LAYOUT, type Archive } from './archive.ts';
import { announce } from './prepared.ts';
import { findByToken, findDownload, findEntries, noteTime, type DownloadRow } from './queries.ts';

type Needs = Pick<Context, 'db' | 'config' | 'clock' | 'record'>;
type Person = Extract<Requester, { kind: 'person' }>;

/** Who asks for which download; `tokenHash` when by an address for other programs. */
export type Asked = { requester: Person; id: string; tokenHash: string | null };

/** Zod reads what JSON kept of the entries; the order of their keys is not theirs any more. */
export const Entries = z.array(
  z.object({
    name: z.string(),
    size: z.int(),
    crc32: z.int(),
    modifiedAt: z.coerce.date(),
    source: z.string(),
  }),
);

/** Who comes by an address for other programs, as the session that made it. DOWNLOAD_NOT_FOUND. */
export async function askedByToken(ctx: Needs, token: string): Promise<Asked> {
  const tokenHash = hashToken(token);
  const found = await ctx.db.as({ kind: 'system' }, (tx) => findByToken(tx, tokenHash));
  const sessionId = found?.tokenSessionId ?? null;
  const viewer = sessionId === null ? null : await viewerOfSession(ctx, sessionId);
  if (!found || sessionId === null || !viewer) throw new AppError('DOWNLOAD_NOT_FOUND');
  const { id, personId: profileId } = found;
  return { requester: { kind: 'person', profileId, sessionId, viewer }, id, tokenHash };
}

/**
 * The archive of a prepared download, which is the same until its address ends. DOWNLOAD_NOT_FOUND,
 * DOWNLOAD_EXPIRED, DOWNLOAD_NOT_READY or, once a file of it is gone or may not be seen, DOWNLOAD_CHANGED.
 */
export const openDownload = (ctx: Needs, asked: Asked): Promise<Archive> =>
  asViewer(ctx, asked, async (tx, { id, fileName }) => {
    const kept = await findEntries(tx, id);
    return {
      fileName,
      etag: `"${id}-${LAYOUT}"`,
      plan: planZip(Entries.parse(kept?.entries)),
    };
  });

/** Rejects as openDownload does once it may not be had any more. */
export const assertStillOpen = (ctx: Needs, asked: Asked): Promise<void> =>
  asViewer(ctx, asked, async () => {});

/** Notes that the first or the last byte was sent, and tells the other tabs. */
export async function note(
  ctx: Needs,
  { requester, id }: Asked,
  column: 'startedAt' | 'finishedAt',
): Promise<void> {
  await ctx.db.as(requester.viewer, async (tx) => {
    if (await noteTime(tx, id, column, ctx.clock())) await announce(ctx, tx);
  });
}

async function asViewer<T>(
  ctx: Needs,
  { requester, id, tokenHash }: Asked,
  work: (tx: Tx, row: DownloadRow) => Promise<T>,
): Promise<T> {
  const viewer: Viewer | null = await viewerFor(ctx, requester);
  if (!viewer) throw new AppError('DOWNLOAD_NOT_FOUND');
  return ctx.db.as(viewer, async (tx) => {
    const row = await findDownload(tx, id, { now: ctx.clock(), tokenHash });
    if (!row) throw new AppError('DOWNLOAD_NOT_FOUND');
    if (row.end === 'expired') throw new AppError('DOWNLOAD_EXPIRED');
    if (row.end === 'changed') throw new AppError('DOWNLOAD_CHANGED');
    if (row.evidenceState === 'making' || row.evidenceState === 'failed') {
      throw new AppError('DOWNLOAD_NOT_READY');
    }
    return work(tx, row);
  });
}
