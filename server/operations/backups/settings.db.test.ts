import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import type { SettingsSection } from '#domain/settings.ts';
import { SCHEMA } from '#server/context.ts';
import { exportTo } from '#server/operations/exports/service.ts';
import { diskStorage } from '#server/platform/storage/disk.ts';
import { openTestDatabase } from '#test/database.ts';
import { makePerson } from '#test/factories.ts';
import { temporaryFolder } from '#test/fixtures/temporary-folder.ts';
import { openSite } from '#test/site.ts';
import { makeBackup, restoreBackup } from './service.ts';

const folders = temporaryFolder();

async function openOn(kind: 'server' | 'embedded') {
  const site = await openSite({ db: await openTestDatabase(kind) });
  onTestFinished(() => site.close());
  return site;
}

test.each([
  ['server', 'embedded'],
  ['embedded', 'server'],
] as const)(
  'settings survive from the %s to the %s database, and secrets open with the restored key',
  { timeout: 90_000 },
  async (from, to) => {
    const source = await openOn(from);
    const { settings } = source.as(await makePerson(source.ctx, 'admin'));
    const save = async (section: SettingsSection, values: Record<string, string>) =>
      settings.save({ section, values, version: (await settings.get({ section })).version });
    await save('business', { BRAND_NAME: 'Lone Star Aerials' });
    await save('drive', { GOOGLE_CLIENT_ID: 'id', GOOGLE_CLIENT_SECRET: 'hunter2' });
    await makeBackup(source.ctx, folders.path(from));

    const db = await openTestDatabase(to);
    const dataDir = folders.path(`restored-${to}`);
    const storage = diskStorage(join(dataDir, 'storage'));
    let secretKey = '';
    const takeKey = async (key: string) => (secretKey = key) !== '';
    await restoreBackup({ db, storage, dataDir, schema: SCHEMA, takeKey }, folders.path(from));
    const restored = await openSite({ db, config: { secretKey } });
    onTestFinished(() => restored.close());
    expect(restored.ctx.config).toMatchObject({
      brand: { name: 'Lone Star Aerials' },
      drive: { client: { id: 'id', secret: 'hunter2' } },
    });

    const exported = folders.path(`export-${to}`);
    await exportTo(restored.ctx, 'all', exported);
    const rows = await restored.rows.selectFrom('settings').select(['name', 'value']).execute();
    const sealed = rows.find(({ name }) => name === 'GOOGLE_CLIENT_SECRET')?.value;
    const files = (await readdir(exported)).filter((name) => name.endsWith('.json'));
    expect(files).toContain('data.json');
    for (const name of files) {
      const text = await readFile(join(exported, name), 'utf8');
      for (const secret of ['hunter2', sealed]) expect(text).not.toContain(secret);
    }
  },
);
