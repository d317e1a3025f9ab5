import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { ProjectQuery } from '#domain/projects.ts';
import { emptyBin } from '#server/projects/bin/remove.ts';
import { projectsFor, removeProject } from '#server/projects/service.ts';
import type { Context } from '#server/platform/context.ts';
import { COMPANIES } from './accounts.ts';
import { listCompanies, truncateAll } from './queries.ts';
import { hasSample } from './seed.ts';

const SYSTEM = { kind: 'system' } as const;
const SAMPLE_CODES = new Set(COMPANIES.map(({ companyCode }) => companyCode));

/**
 * Empties a database that contains the sample site, including everything added to it, so that the next start creates
 * the sample again. The worker then deletes the files. `isSure` allows this even if people added companies.
 * @throws {Error} and changes nothing if the sample site is turned off, was never created, or other companies exist
 */
export async function resetDemo(ctx: Context, isSure = false): Promise<void> {
  const objection = await resetProblem(ctx, isSure);
  if (objection !== null) throw new Error(`${objection} Nothing was changed.`);
  for (;;) {
    const projects = await projectsFor(ctx, SYSTEM, ProjectQuery.parse({}));
    if (projects.length === 0) break;
    for (const { id, name } of projects) await removeProject(ctx, SYSTEM, { id, typedName: name });
  }
  await emptyBin(ctx);
  await truncateAll(ctx.db);
  await rm(join(ctx.config.dataDir, 'mail'), { recursive: true, force: true });
}

/** Returns a message that says why the database can't be emptied, or null. */
async function resetProblem(ctx: Context, isSure: boolean): Promise<string | null> {
  if (!ctx.config.demo.enabled) {
    return 'The sample site is turned off (DEMO=0), so the next start would not create it again.';
  }
  if (!(await hasSample(ctx))) return 'This database does not contain the sample site.';
  const others = (await ctx.db.as(SYSTEM, listCompanies)).filter(
    ({ companyCode }) => !SAMPLE_CODES.has(companyCode),
  );
  if (others.length === 0 || isSure) return null;
  const names = others.map(({ companyName }) => companyName).join(', ');
  return `This would also delete companies that are not part of the sample: ${names}. To delete them as well, add --yes.`;
}
