import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { readConfig } from '#server/config.ts';
import { createContext } from '#server/context.ts';
import { makeCompany, makePerson, makeProject, makeSubmission } from '#test/factories.ts';

export type Uploader = { cookie: string; submissionId: string };

const fileIn = (dataDir: string) => join(dataDir, 'access.json');

/** Creates a person and a submission for uploads, in a separate process so that this one's memory isn't affected. */
export function prepareUploader(dataDir: string, env: NodeJS.ProcessEnv): Uploader {
  execFileSync(process.execPath, [import.meta.filename, dataDir], { env, stdio: 'inherit' });
  return JSON.parse(readFileSync(fileIn(dataDir), 'utf8')) as Uploader;
}

async function prepare(dataDir: string) {
  const ctx = await createContext(readConfig());
  const { cookie } = await makePerson(ctx, 'operator');
  const company = await makeCompany(ctx);
  const project = await makeProject(ctx, company.id);
  const { id } = await makeSubmission(ctx, project.id);
  const access: Uploader = { cookie, submissionId: id };
  writeFileSync(fileIn(dataDir), JSON.stringify(access));
  await ctx.close();
}

if (import.meta.main) await prepare(process.argv[2] ?? '');
