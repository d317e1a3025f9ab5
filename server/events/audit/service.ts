import type { z } from 'zod';
import { AUDIT_PAGE_SIZE, type AuditPage, type AuditQuery } from '#domain/audit.ts';
import type { Activity } from '#domain/overview.ts';
import type { Context } from '#server/platform/context.ts';
import type { Tx } from '#server/platform/db/database.ts';
import type { Viewer } from '#server/platform/db/viewer.ts';
import { namedIdsOf, presentEntry } from './present.ts';
import { listActions, listActors, listEntries, listLatest, listNames } from './queries.ts';

export { checkChain } from './chain/check.ts';
export { auditExcerpt } from './chain/excerpt.ts';

export const readAuditPage = (
  ctx: Context,
  viewer: Viewer,
  query: z.output<typeof AuditQuery>,
): Promise<AuditPage> =>
  ctx.db.as(viewer, async (tx) => {
    const rows = await listEntries(tx, query);
    const shown = rows.slice(0, AUDIT_PAGE_SIZE);
    const names = await listNames(tx, shown.flatMap(namedIdsOf));
    const entries = shown.map((row) => presentEntry(row, names));
    const last = entries.at(-1);
    return { entries, next: last && rows.length > AUDIT_PAGE_SIZE ? last.id : null };
  });

export async function latestActivity(tx: Tx, limit: number): Promise<Activity[]> {
  const rows = await listLatest(tx, limit);
  const names = await listNames(tx, rows.flatMap(namedIdsOf));
  return rows.map((row) => ({ ...presentEntry(row, names), count: row.count }));
}

export const auditChoices = (ctx: Context, viewer: Viewer) =>
  ctx.db.as(viewer, async (tx) => ({
    actions: await listActions(tx),
    people: (await listActors(tx)).map(({ id, name }) => ({ id, name: name ?? id })),
  }));
