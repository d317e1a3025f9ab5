import type { ClientOverview, StaffOverview } from '#domain/overview.ts';
import { latestIn } from '#server/events/audit/service.ts';
import { clocksIn } from '#server/submissions/clocks/service.ts';
import { readHealth } from '#server/operations/health/service.ts';
import { projectsIn } from '#server/projects/service.ts';
import { readCounts } from '#server/files/stored-files/service.ts';
import { latestIn as latestWeeksIn, publishedIn } from '#server/submissions/service.ts';
import { bestViewsIn } from '#server/viewpoints/service.ts';
import type { Context } from '#server/platform/context.ts';
import type { Viewer } from '#server/platform/db/viewer.ts';
import { attentionIn } from './attention.ts';
import { countEverything, countProjects } from './queries.ts';

const WEEK_MS = 7 * 86_400_000;
const RECENT_PROJECTS = 3;
const ACTIVITIES = 10;
/** Number of projects whose latest week is shown. */
const MOST_NEWS = 12;

export const clientOverview = (ctx: Context, viewer: Viewer): Promise<ClientOverview> =>
  ctx.db.as(viewer, async (tx) => {
    const { active, total } = await countProjects(tx);
    const latest = await latestWeeksIn(tx, ctx.signer, MOST_NEWS);
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

/** Everything the back office begins with, at once. */
export async function staffOverview(ctx: Context, viewer: Viewer): Promise<StaffOverview> {
  const system = readHealth(ctx);
  const rest = await ctx.db.as(viewer, async (tx) => {
    const clocks = await clocksIn(ctx, tx);
    const { total: files, bytes: storageBytes } = await readCounts(tx);
    return {
      ...(await countEverything(tx)),
      files,
      storageBytes,
      clocks,
      attention: await attentionIn(tx, ctx.clock(), clocks.drafts),
      activity: await latestIn(tx, ACTIVITIES),
    };
  });
  return { ...rest, system: await system };
}
