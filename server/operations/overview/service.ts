import {
  type ClientOverview,
  type StaffOverview,
  ATTENTION_ITEMS,
  type Attention,
  EXPIRING_DAYS,
  firstOf,
  OLD_DRAFT_HOURS,
} from '#domain/overview.ts';
import { latestActivity } from '#server/events/audit/service.ts';
import { readClocks } from '#server/submissions/clocks/service.ts';
import { readHealth } from '#server/operations/health/service.ts';
import { listUnreadable } from '#server/operations/settings/service.ts';
import { setupFor } from '#server/operations/setup/service.ts';
import { projectsIn } from '#server/projects/service.ts';
import { readCounts } from '#server/files/stored-files/service.ts';
import { latestIn as latestWeeksIn, publishedIn } from '#server/submissions/service.ts';
import { visitOverview } from '#server/submissions/visits/service.ts';
import { bestViewsIn } from '#server/viewpoints/service.ts';
import type { Context } from '#server/platform/context.ts';
import type { Viewer } from '#server/platform/db/viewer.ts';
import {
  countEverything,
  countProjects,
  countOldDrafts,
  listExpiringLinks,
  listFailedFiles,
  listOldDrafts,
} from './queries.ts';
import { companiesNearQuota } from '#server/projects/companies/service.ts';
import { countUnread } from '#server/operations/form-submissions/service.ts';
import { countUndelivered } from '#server/events/mails/service.ts';
import type { Tx } from '#server/platform/db/database.ts';

const HOUR_MS = 3_600_000;

/** Leaves out old drafts with an overdue clock (`due`), which are listed separately. */
async function attentionIn(
  ctx: Context,
  tx: Tx,
  due: readonly { id: string }[],
): Promise<Attention> {
  const now = ctx.clock();
  const hoursFromNow = (hours: number) => new Date(now.getTime() + hours * HOUR_MS);
  const failed = await listFailedFiles(tx);
  const old = [hoursFromNow(-OLD_DRAFT_HOURS), due.map(({ id }) => id)] as const;
  const drafts = await listOldDrafts(tx, ...old);
  const links = await listExpiringLinks(tx, now, hoursFromNow(24 * EXPIRING_DAYS));
  return {
    failedFiles: {
      total: failed.reduce((sum, { count }) => sum + count, 0),
      first: failed.slice(0, ATTENTION_ITEMS),
    },
    oldDrafts: {
      total: await countOldDrafts(tx, ...old),
      first: drafts.map((draft) => ({ ...draft, createdAt: draft.createdAt.toISOString() })),
    },
    unreadMessages: await countUnread(tx),
    expiringLinks: firstOf(
      links.map(({ title, submissionTitle, expiresAt, ...link }) => ({
        ...link,
        name: title ?? submissionTitle ?? link.projectName,
        expiresAt: expiresAt.toISOString(),
      })),
    ),
    undeliveredMails: await countUndelivered(tx),
    unreadableSettings: await listUnreadable(ctx, tx),
    nearQuota: await companiesNearQuota(tx),
  };
}

const WEEK_MS = 7 * 86_400_000;
const RECENT_PROJECTS = 3;
const ACTIVITIES = 10;
const MAX_NEWS = 12;

export const clientOverview = (ctx: Context, viewer: Viewer): Promise<ClientOverview> =>
  ctx.db.as(viewer, async (tx) => {
    const { active, total } = await countProjects(tx);
    const latest = await latestWeeksIn(tx, ctx.signer, MAX_NEWS);
    const views = await bestViewsIn(
      ctx,
      tx,
      latest.map(({ id }) => id),
    );
    return {
      news: latest.map((week) => ({ ...week, view: views.get(week.id) ?? null })),
      activeProjects: active,
      totalProjects: total,
      recentProjects: await projectsIn(tx, { sort: 'recent', limit: RECENT_PROJECTS }),
      thisWeek: await publishedIn(tx, ctx.signer, {
        publishedSince: new Date(ctx.clock().getTime() - WEEK_MS),
      }),
    };
  });

export async function staffOverview(ctx: Context, viewer: Viewer): Promise<StaffOverview> {
  const system = readHealth(ctx);
  const rest = await ctx.db.as(viewer, async (tx) => {
    const clocks = await readClocks(ctx, tx);
    const { total: files, bytes: storageBytes } = await readCounts(tx);
    return {
      ...(await countEverything(tx)),
      files,
      storageBytes,
      clocks,
      attention: await attentionIn(ctx, tx, clocks.drafts),
      visits: await visitOverview(tx, ctx.clock()),
      activity: await latestActivity(tx, ACTIVITIES),
      setup: await setupFor(ctx, tx, viewer),
    };
  });
  return { ...rest, system: await system };
}
