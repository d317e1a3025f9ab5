import type { z } from 'zod';
import { PAGE_ROWS } from '#domain/pages.ts';
import type { LibraryPage, LibraryQuery } from '#domain/submissions.ts';
import type { Context } from '#server/platform/context.ts';
import type { Viewer } from '#server/platform/db/viewer.ts';
import { presentStaffSubmission } from '../present.ts';
import { countByProject, listInProjects } from './queries.ts';

export const readLibraryPage = (
  ctx: Context,
  viewer: Viewer,
  query: z.output<typeof LibraryQuery>,
): Promise<LibraryPage> =>
  ctx.db.as(viewer, async (tx) => {
    // Each project has at least one match, so these are enough to fill the page.
    const first = await countByProject(tx, query, (query.page + 1) * PAGE_ROWS);
    const { projects, skipped } = projectsOnPage(query.page, first);
    const projectIds = projects.map(({ projectId }) => projectId);
    const rows =
      projectIds.length > 0 ? await listInProjects(tx, query, { projectIds, skipped }) : [];
    return {
      submissions: rows.map((row) => presentStaffSubmission(ctx.signer, viewer, row)),
      found: first[0]?.ofAll ?? 0,
      projects: projects.map(({ projectId, total, found }) => ({ projectId, total, found })),
    };
  });

/** Returns the projects on a page, and how many matches of the first project are on earlier pages. */
function projectsOnPage<P extends { found: number }>(page: number, all: readonly P[]) {
  const [start, end] = [page * PAGE_ROWS, (page + 1) * PAGE_ROWS];
  const projects: P[] = [];
  let [before, skipped] = [0, 0];
  for (const project of all) {
    if (before < end && before + project.found > start) {
      if (projects.length === 0) skipped = start - before;
      projects.push(project);
    }
    before += project.found;
  }
  return { projects, skipped };
}
