import { MAX_AUDIT_BREAKS, type AuditBreak, type AuditCheck } from '#domain/audit.ts';
import type { Context } from '#server/platform/context.ts';
import type { Viewer } from '#server/platform/db/viewer.ts';
import { CHAIN_START, checkLinks, listUnchained } from './queries.ts';

/** Links per query. A query takes one or two seconds. */
const BATCH = 50_000;

/** Recomputes all hashes. Can't detect that entries at the end were removed or that the whole chain was rebuilt. */
export async function checkChain(
  { db, clock }: Pick<Context, 'db' | 'clock'>,
  viewer: Viewer,
): Promise<AuditCheck> {
  const breaks: AuditBreak[] = [];
  let entries = 0;
  let last = { position: 0, hash: CHAIN_START };
  for (;;) {
    const { position, hash } = last;
    const part = await db.ask(viewer, (tx) => checkLinks(tx, { position, hash }, BATCH));
    if (!part) break;
    entries += part.links;
    breaks.push(...part.breaks);
    last = { position: part.position, hash: part.hash };
  }
  const unchained = await db.ask(viewer, (tx) => listUnchained(tx, MAX_AUDIT_BREAKS));
  for (const entryId of unchained) breaks.push({ position: null, entryId, problem: 'not-chained' });
  return {
    checkedAt: clock().toISOString(),
    entries,
    head: entries === 0 ? null : last.hash,
    breakCount: breaks.length,
    breaks: breaks.slice(0, MAX_AUDIT_BREAKS),
  };
}
