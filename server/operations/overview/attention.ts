import {
  ATTENTION_LINES,
  type Attention,
  EXPIRING_DAYS,
  OLD_DRAFT_HOURS,
} from '#domain/overview.ts';
import { companiesNearQuota } from '#server/projects/companies/service.ts';
import { countUnread } from '#server/operations/form-submissions/service.ts';
import { countUndelivered } from '#server/events/mails/service.ts';
import type { Tx } from '#server/platform/db/database.ts';
import { countOldDrafts, listExpiringLinks, listFailedFiles, listOldDrafts } from './queries.ts';

const HOUR_MS = 3_600_000;

const some = <Item>(all: Item[]) => ({ total: all.length, first: all.slice(0, ATTENTION_LINES) });

/** What waits for somebody; drafts whose clock is due are said to be so elsewhere. */
export async function attentionIn(
  tx: Tx,
  now: Date,
  due: readonly { id: string }[],
): Promise<Attention> {
  const hence = (hours: number) => new Date(now.getTime() + hours * HOUR_MS);
  const failed = await listFailedFiles(tx);
  const old = [hence(-OLD_DRAFT_HOURS), due.map(({ id }) => id)] as const;
  const drafts = await listOldDrafts(tx, ...old);
  const links = await listExpiringLinks(tx, now, hence(24 * EXPIRING_DAYS));
  return {
    failedFiles: {
      total: failed.reduce((sum, { count }) => sum + count, 0),
      first: failed.slice(0, ATTENTION_LINES),
    },
    oldDrafts: {
      total: await countOldDrafts(tx, ...old),
      first: drafts.map((draft) => ({ ...draft, createdAt: draft.createdAt.toISOString() })),
    },
    unreadMessages: await countUnread(tx),
    expiringLinks: some(
      links.map(({ title, submissionTitle, expiresAt, ...link }) => ({
        ...link,
        name: title ?? submissionTitle ?? link.projectName,
        expiresAt: expiresAt.toISOString(),
      })),
    ),
    undeliveredMails: await countUndelivered(tx),
    nearQuota: await companiesNearQuota(tx),
  };
}
