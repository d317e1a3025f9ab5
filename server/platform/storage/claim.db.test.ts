import { rm } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { makeFile, makeProjectWithPeople, makeSubmission } from '#test/factories.ts';
import { temporaryFolder } from '#test/fixtures/temporary-folder.ts';
import { runSitePerTest } from '#test/site.ts';
import { claimStorage, STORAGE_ID_KEY } from './claim.ts';
import { diskStorage } from './disk.ts';

const folder = temporaryFolder();
const site = runSitePerTest();

const isOurs = async (storage = site.ctx.storage) =>
  (await claimStorage(site.ctx.db, storage)).isOurs;
const other = () => diskStorage(folder.path(crypto.randomUUID()));

/** Adds a file to the site, and so to its storage. */
async function addFile() {
  const { project } = await makeProjectWithPeople(site.ctx);
  await makeFile(site.ctx, await makeSubmission(site.ctx, project.id), {
    bytes: Buffer.from('a photo'),
    state: 'ready',
    kind: 'document',
  });
}

test("the first storage claimed stays the database's storage, and others are refused", async () => {
  expect(await isOurs()).toBe(true);
  expect(await isOurs(other())).toBe(false);
  expect(await isOurs()).toBe(true);
});

test('of several processes starting at once, those with the same storage may start', async () => {
  const elsewhere = other();
  const answers = await Promise.all([isOurs(), isOurs(), isOurs(elsewhere), isOurs()]);
  expect(answers).toHaveLength(4);
  const [mine, theirs] = [await isOurs(), await isOurs(elsewhere)];
  expect(mine).not.toBe(theirs);
  expect(answers).toEqual([mine, mine, theirs, mine]);
});

test('an older or restored storage is recognized by its files', async () => {
  await addFile();
  expect(await isOurs(other())).toBe(false);
  expect(await isOurs()).toBe(true);
  await rm(`${site.ctx.config.dataDir}/storage/${STORAGE_ID_KEY}`);
  expect(await isOurs(other())).toBe(false);
  expect(await isOurs()).toBe(true);
  expect((await site.ctx.storage.read(STORAGE_ID_KEY)).length).toBeGreaterThan(30);
});

test("another database's storage is always refused", async () => {
  await addFile();
  const theirs = other();
  await theirs.put(STORAGE_ID_KEY, Buffer.from(crypto.randomUUID()));
  expect(await isOurs(theirs)).toBe(false);
  expect(await isOurs()).toBe(true);
  expect(await isOurs(theirs)).toBe(false);
});

test('an empty storage is accepted if the operator adds the id', async () => {
  await addFile();
  const empty = other();
  const { id, isOurs: isKnown } = await claimStorage(site.ctx.db, empty);
  expect(isKnown).toBe(false);
  await empty.put(STORAGE_ID_KEY, Buffer.from(`${id}\n`));
  expect(await isOurs(empty)).toBe(true);
});
