import { basename, join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { SCHEMA } from '#server/context.ts';
import { ArchiveError } from '#server/platform/row-file.ts';
import type { Database } from '#server/platform/db/database.ts';
import { diskStorage } from '#server/platform/storage/disk.ts';
import { originalKey, type Storage } from '#server/platform/storage/storage.ts';
import { tamperWith } from '#test/fixtures/archive-mutations.ts';
import { openTestDatabase } from '#test/database.ts';
import { makeExportedCompany } from '#test/fixtures/exported-company.ts';
import { allObjects, allRows } from '#test/fixtures/all-rows.ts';
import { temporaryFolder } from '#test/fixtures/temporary-folder.ts';
import { randomFrom } from '#test/random.ts';
import { runSite } from '#test/site.ts';
import { ROWS_FILE } from './format.ts';
import { makeBackup, restoreBackup } from './service.ts';

const CASES = Number(process.env['ARCHIVE_CASES'] ?? 200);
const site = runSite();
const folders = temporaryFolder();
let db: Database;
let archive: Awaited<ReturnType<typeof tamperWith>>;
let photoId = '';
/** Contains two originals before each restore, of which one is also in the backup. */
let storage: Storage;

beforeAll(async () => {
  db = await openTestDatabase();
  photoId = (await makeExportedCompany(site)).photo.id;
  const root = folders.path('backups');
  const name = basename((await makeBackup(site.ctx, root)).folder);
  archive = await tamperWith(root, { rows: join(name, ROWS_FILE), headerKeys: 4, files: 4 });
  storage = diskStorage(folders.path('storage'));
  await storage.put(originalKey('0a3c5b0e-4a57-4f0f-9d5c-5a8d9b1b7c11'), Buffer.from('another'));
  await storage.put(originalKey(photoId), await site.ctx.storage.read(originalKey(photoId)));
});
afterAll(() => db.close());

test(
  `${CASES} altered backups replace no objects, and each error names the problem`,
  { timeout: 600_000 },
  async () => {
    const random = randomFrom(45);
    const foreign = { ids: [photoId], email: 'nobody@else.example' };
    const rows = await allRows(db.owner);
    const wrong: string[] = [];
    let accepted = 0;
    for (let number = 0; number < CASES; number++) {
      const { folder, mutation } = await archive.tamper(random, foreign);
      const { error, before, after } = await tryRestore(folder);
      const say = (text: unknown) =>
        wrong.push(`case ${number}, ${mutation.what}: ${String(text)}`);
      if (error === READY) accepted += 1;
      else if (
        !(error instanceof ArchiveError) ||
        !mutation.touched.some((word) => error.message.includes(word))
      )
        say(error);
      for (const [key, bytes] of before) if (after.get(key) !== bytes) say(`changed ${key}`);
    }
    expect(wrong).toEqual([]);
    expect(await allRows(db.owner)).toEqual(rows);
    expect(accepted).toBeGreaterThan(CASES / 20);
  },
);

const READY = new Error('all that is left is to write the rows');

/** Restores everything except the rows. Returns the stored objects before and after. */
async function tryRestore(folder: string) {
  const takeKey = () => Promise.reject(READY);
  const before = await allObjects(storage);
  const error: unknown = await restoreBackup(
    { db, storage, dataDir: folders.path('target'), schema: SCHEMA, takeKey },
    folder,
  ).catch((reason: unknown) => reason);
  const after = await allObjects(storage);
  for (const key of after.keys()) if (!before.has(key)) await storage.remove(key);
  return { error, before, after };
}
