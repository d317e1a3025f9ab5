import type { ClientOverview, StaffOverview } from '#domain/overview.ts';
import { projectsIn } from '#server/features/projects/service.ts';
import { publishedIn } from '#server/features/submissions/service.ts';
import type { Context } from '#server/platform/context.ts';
import type { Viewer } from '#server/platform/db/viewer.ts';
import { countEverything, countProjects } from './queries.ts';

const WEEK_MS = 7 * 86_400_000;
const RECENT_PROJECTS = 3;

export const clientOverview = (ctx: Context, viewer: Viewer): Promise<ClientOverview> =>
  ctx.db.as(viewer, async (tx) => {
    const { active, total } = await countProjects(tx);
    return {
      activeProjects: active,
      totalProjects: total,
      recentProjects: await projectsIn(tx, { sort: 'recent', limit: RECENT_PROJECTS }),
      thisWeek: await publishedIn(tx, ctx.signer, {
        publishedSince: new Date(ctx.clock().getTime() - WEEK_MS),
      }),
    };
  });

export const staffOverview = (ctx: Context, viewer: Viewer): Promise<StaffOverview> =>
  ctx.db.ask(viewer, countEverything);
