import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { ProjectQuery } from '#domain/projects.ts';
import { projectsFor, removeProject } from '#server/features/projects/service.ts';
import type { Context } from '#server/platform/context.ts';
import { holdsSample } from './seed.ts';

const SYSTEM = { kind: 'system' } as const;

/**
 * Empties a database that holds the sample site, with all that people have added to it, so that the
 * next start makes the sample anew. The worker of that start removes the files' bytes.
 * @throws {Error} in words, having changed nothing, when the database never held a sample site
 */
export async function resetDemo(ctx: Context): Promise<void> {
  if (!(await holdsSample(ctx))) {
    throw new Error('This database was not begun with the sample site. Nothing was changed.');
  }
  for (;;) {
    const projects = await projectsFor(ctx, SYSTEM, ProjectQuery.parse({}));
    if (projects.length === 0) break;
    for (const { id, name } of projects) await removeProject(ctx, SYSTEM, id, name);
  }
  await truncateAll(ctx);
  await rm(join(ctx.config.dataDir, 'mail'), { recursive: true, force: true });
}

/** Jobs stay: they remove the bytes of what is gone. */
async function truncateAll({ db }: Context) {
  const { rows } = await db.pool.query<{ tables: string }>(
    `select string_agg(format('%I.%I', schemaname, tablename), ', ') as tables
     from pg_tables where schemaname in ('public', 'auth')`,
  );
  await db.pool.query(`truncate ${rows[0]?.tables} restart identity cascade`);
}
