import { randomBytes, randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { removeFile } from '#server/files/service.ts';
import { diskStorage } from '#server/platform/storage/disk.ts';
import { originalKey, presetKey, type Storage } from '#server/platform/storage/storage.ts';
import { makeCompany, makeFile, makeProject, makeSubmission } from '#test/factories.ts';
import { temporaryFolder } from '#test/fixtures/temporary-folder.ts';
import { runSite } from '#test/site.ts';
import { sweepOrphans } from './service.ts';

const DAY_MS = 86_400_000;
const SYSTEM = { kind: 'system' } as const;
const site = runSite();
const folder = temporaryFolder();

async function swept(storage: Storage, { days, removes }: { days: number; removes: boolean }) {
  const ids: string[] = [];
  const clock = () => new Date(Date.now() + days * DAY_MS);
  const found = await sweepOrphans({ db: site.ctx.db, storage, clock }, { removes }, ({ id }) =>
    ids.push(id),
  );
  return found && { ...found, ids };
}

test('orphaned files are found after a day and removed only on request', async () => {
  const storage = diskStorage(folder.path('storage'));
  const orphan = randomUUID();
  await storage.put(originalKey(orphan), randomBytes(100));
  await storage.put(presetKey(orphan, 256), randomBytes(20));
  const nothing = { folders: 0, bytes: 0, ids: [] };
  // No file has a row, as during a restore.
  expect(await swept(storage, { days: 2, removes: true })).toBeNull();
  const { id: companyId } = await makeCompany(site.ctx);
  const week = await makeSubmission(site.ctx, (await makeProject(site.ctx, companyId)).id);
  const [kept, binned] = [await makeFile(site.ctx, week), await makeFile(site.ctx, week)];
  await removeFile(site.ctx, SYSTEM, { id: binned.id });
  const others = [originalKey(kept.id), originalKey(binned.id), 'content-files/of-yours.txt'];
  for (const key of others) await storage.put(key, randomBytes(5));
  expect(await swept(storage, { days: 0, removes: true })).toEqual(nothing);
  const found = { folders: 1, bytes: 120, ids: [orphan] };
  expect(await swept(storage, { days: 2, removes: false })).toEqual(found);
  expect(await swept(storage, { days: 2, removes: true })).toEqual(found);
  expect(await storage.size(presetKey(orphan, 256))).toBeNull();
  expect(await Promise.all(others.map((key) => storage.size(key)))).toEqual([5, 5, 5]);
  expect(await swept(storage, { days: 2, removes: true })).toEqual(nothing);
});
