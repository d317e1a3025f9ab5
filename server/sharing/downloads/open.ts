import { z } from 'zod';
import { AppError } from '#domain/errors.ts';
import { viewerOfSession } from '#server/platform/auth/recipient.ts';
import type { Context } from '#server/platform/context.ts';
import { hashToken } from '#server/platform/crypto.ts';
import type { Tx } from '#server/platform/db/database.ts';
import type { Viewer } from '#server/platform/db/viewer.ts';
import { currentViewer, type Requester } from '#server/platform/http/requester.ts';
import { planZip } from '#domain/zip.ts';
import { LAYOUT_VERSION, type Archive } from './archive.ts';
import { recordChange } from './prepared.ts';
import {
  findByToken,
  findDownload,
  findEntries,
  setTimeOnce,
  type DownloadRow,
} from './queries.ts';

type Needs = Pick<Context, 'db' | 'config' | 'clock' | 'record'>;
type Person = Extract<Requester, { kind: 'person' }>;

/** `tokenHash` is set for requests by token URL. */
export type DownloadRequest = { requester: Person; id: string; tokenHash: string | null };

/** Not hashed for ETags, because jsonb doesn't preserve the order of keys. */
export const Entries = z.array(
  z.object({
    name: z.string(),
    size: z.int(),
    crc32: z.int(),
    modifiedAt: z.coerce.date(),
    source: z.string(),
  }),
);

/** The request runs as the session that created the token URL. Throws DOWNLOAD_NOT_FOUND. */
export async function requestByToken(ctx: Needs, token: string): Promise<DownloadRequest> {
  const tokenHash = hashToken(token);
  const found = await ctx.db.as({ kind: 'system' }, (tx) => findByToken(tx, tokenHash));
  const sessionId = found?.tokenSessionId ?? null;
  const viewer = sessionId === null ? null : await viewerOfSession(ctx, sessionId);
  if (!found || sessionId === null || !viewer) throw new AppError('DOWNLOAD_NOT_FOUND');
  const { id, personId: profileId } = found;
  return { requester: { kind: 'person', profileId, sessionId, viewer }, id, tokenHash };
}

/**
 * Throws DOWNLOAD_NOT_FOUND, DOWNLOAD_EXPIRED, DOWNLOAD_NOT_READY, or DOWNLOAD_CHANGED if the requester can no longer
 * see one of the files.
 */
export const openDownload = (ctx: Needs, request: DownloadRequest): Promise<Archive> =>
  asViewer(ctx, request, async (tx, { id, fileName }) => {
    const kept = await findEntries(tx, id);
    return {
      fileName,
      etag: `"${id}-${LAYOUT_VERSION}"`,
      plan: planZip(Entries.parse(kept?.entries)),
    };
  });

/** Throws the same errors as openDownload. */
export const assertStillOpen = (ctx: Needs, request: DownloadRequest): Promise<void> =>
  asViewer(ctx, request, async () => {});

export async function recordTime(
  ctx: Needs,
  { requester, id }: DownloadRequest,
  column: 'startedAt' | 'finishedAt',
): Promise<void> {
  await ctx.db.as(requester.viewer, async (tx) => {
    const download = await setTimeOnce(tx, id, column, ctx.clock());
    if (!download) return;
    const { companyId, fileName } = download;
    if (column === 'startedAt' && companyId !== null) {
      const about = { subjectType: 'company', id: companyId, detail: { fileName } };
      await ctx.record(tx, { type: 'export.downloaded', ...about });
    }
    await recordChange(ctx, tx);
  });
}

async function asViewer<T>(
  ctx: Needs,
  { requester, id, tokenHash }: DownloadRequest,
  work: (tx: Tx, row: DownloadRow) => Promise<T>,
): Promise<T> {
  const viewer: Viewer | null = await currentViewer(ctx, requester);
  if (!viewer) throw new AppError('DOWNLOAD_NOT_FOUND');
  return ctx.db.as(viewer, async (tx) => {
    const row = await findDownload(tx, id, { now: ctx.clock(), tokenHash });
    if (!row) throw new AppError('DOWNLOAD_NOT_FOUND');
    if (row.end === 'expired') throw new AppError('DOWNLOAD_EXPIRED');
    if (row.end === 'changed') throw new AppError('DOWNLOAD_CHANGED');
    if (row.state === 'making' || row.state === 'failed') throw new AppError('DOWNLOAD_NOT_READY');
    return work(tx, row);
  });
}
