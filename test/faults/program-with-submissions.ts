import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readConfig } from '#server/config.ts';
import { createContext } from '#server/context.ts';
import { startProgram } from '../../e2e/program.ts';
import { createMigratedDatabase, testDatabaseKind } from '../database.ts';
import { makeCompany, makeFile, makePerson, makeProject, makeSubmission } from '../factories.ts';

/** The real program with an operator, an empty submission, and `count` drafts with photos. `more`: extra settings. */
export async function startWithSubmissions(
  count: number,
  more: Record<string, string> = {},
  photos = 1,
) {
  const dataDir = await mkdtemp(join(tmpdir(), 'overfly-faults-'));
  const database = testDatabaseKind() === 'server' ? await createMigratedDatabase() : null;
  const settings = {
    DATA_DIR: dataDir,
    DEMO: '0',
    LOG_LEVEL: 'fatal',
    ...more,
    ...(database && { DATABASE_URL: database.url }),
  };
  const made = await prepare(settings, count, photos);
  const program = await startProgram(settings);
  return {
    ...made,
    program: { ...program, dataDir },
    async close() {
      await program.stop();
      await database?.drop();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

async function prepare(settings: Record<string, string>, count: number, photos: number) {
  const ctx = await createContext(readConfig(settings));
  const { cookie } = await makePerson(ctx, 'operator');
  const company = await makeCompany(ctx);
  const project = await makeProject(ctx, company.id);
  const flight = await makeSubmission(ctx, project.id);
  const weekIds: string[] = [];
  for (let week = 0; week < count; week++) {
    const submission = await makeSubmission(ctx, project.id);
    for (let photo = 0; photo < photos; photo++) await makeFile(ctx, submission);
    weekIds.push(submission.id);
  }
  await ctx.close();
  return { cookie, flightId: flight.id, weekIds };
}
