import { readdir } from 'node:fs/promises';
import { expect, onTestFinished, test } from 'vitest';
import { openTestDatabase } from '#test/database.ts';
import { makeCompany } from '#test/factories.ts';
import { temporaryFolder } from '#test/fixtures/temporary-folder.ts';
import { runSite } from '#test/site.ts';
import { requestBackup, startControl } from './control.ts';

const site = runSite();
const folders = temporaryFolder();

test('a command asks the serving process for a backup and gets null if none serves', async () => {
  const db = await openTestDatabase('embedded');
  onTestFinished(() => db.close());
  const ctx = { ...site.ctx, db };
  await makeCompany(ctx);
  const { dataDir } = ctx.config;
  const folder = folders.path('backups');
  const ask = () => requestBackup(dataDir, { folder, pictures: false });
  expect(await ask()).toBeNull();
  const stop = await startControl(ctx);
  expect(await ask()).toMatchObject({ files: 0, problems: [] });
  await stop();
  expect(await ask()).toBeNull();
  const made = (await readdir(folder)).filter((name) => !name.startsWith('.'));
  expect(made).toHaveLength(1);
});
