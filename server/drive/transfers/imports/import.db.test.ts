import { randomBytes, randomUUID } from 'node:crypto';
import { beforeAll, expect, test } from 'vitest';
import type { DriveImport } from '#domain/drive.ts';
import { ERRORS } from '#domain/errors.ts';
import { originalKey } from '#server/platform/storage/storage.ts';
import { makeCompany, makeFile, makePerson, makeProject, makeSubmission } from '#test/factories.ts';
import { runDriveSite } from '#test/fixtures/drive-site.ts';
import { bytesContent, type Content } from '#test/fixtures/google/content.ts';
import type { Item, NewItem } from '#test/fixtures/google/items.ts';
import { newPhoto, sha256 } from '#test/upload-actions.ts';
import { runTransfer } from '../runner.ts';
import { importKind } from './import-kind.ts';

const drive = runDriveSite('service-account');
let companyId: string;
let projectId: string;

beforeAll(async () => {
  ({ id: companyId } = await makeCompany(drive.site.ctx));
  ({ id: projectId } = await makeProject(drive.site.ctx, companyId));
});

const api = () => drive.site.as(drive.operator).driveTransfers;
const newWeek = async () => (await makeSubmission(drive.site.ctx, projectId)).id;
const addPhoto = async (given: NewItem = {}) =>
  drive.google.items.add({ content: await newPhoto(), ...given });
const work = ({ id }: { id: string }) => {
  const run = { isLastTry: false, signal: new AbortController().signal };
  return runTransfer(drive.site.ctx, importKind(drive.site.ctx), id, run);
};
const start = (submissionId: string, items: readonly Pick<Item, 'id' | 'name'>[], source = null) =>
  api().import({
    submissionId,
    source,
    files: items.map(({ id, name }) => ({ driveFileId: id, name })),
  });
const now = async ({ id, submissionId }: DriveImport) => {
  const { imports } = await api().imports({ submissionId });
  const found = imports.find((one) => one.id === id);
  if (!found) throw new Error('no such import');
  return found;
};
const bring = async (submissionId: string, items: readonly Pick<Item, 'id' | 'name'>[]) => {
  const started = await start(submissionId, items);
  await work(started);
  return now(started);
};
const notificationOf = async (submissionId: string) =>
  (await drive.site.as(drive.operator).notifications.list()).notifications.find(
    ({ path }) => path === `/operator/content/${submissionId}`,
  );
const fileOf = async (id: string | null | undefined) =>
  drive.site.rows
    .selectFrom('files')
    .selectAll()
    .where('id', '=', id ?? '')
    .executeTakeFirst();
const bytesOf = (id: string | null | undefined) =>
  drive.site.ctx.storage.read(originalKey(id ?? ''));
const document = (size: number) => Buffer.concat([Buffer.from('%PDF-1.4 '), randomBytes(size - 9)]);

/** A file's content that records the offsets from which it was read. */
function recorded(bytes: Buffer) {
  const starts: number[] = [];
  const content: Content = {
    size: bytes.length,
    read(from, to) {
      starts.push(from);
      return bytesContent(bytes).read(from, to);
    },
  };
  return { content, starts };
}

test('an imported photo becomes a file of the person who imported it, and duplicates are detected', async () => {
  const submissionId = await newWeek();
  const bytes = await newPhoto();
  const item = drive.google.items.add({ name: 'Roof 1/2 🏗.jpg', content: bytes });
  const done = await bring(submissionId, [item, item]);
  expect(done).toMatchObject({ state: 'done', problem: null });
  expect(done.files).toMatchObject([
    { state: 'imported', sizeBytes: bytes.length, doneBytes: bytes.length, problem: null },
  ]);
  const fileId = done.files[0]?.fileId;
  expect(await fileOf(fileId)).toMatchObject({
    submissionId,
    fileName: 'Roof 1-2 🏗.jpg',
    sha256: sha256(bytes),
    state: 'processing',
    createdBy: drive.operator.id,
    googleDriveFileId: item.id,
  });
  expect(await drive.site.as(drive.operator).uploads.list({ submissionId })).toEqual({
    uploads: [],
  });
  const { rows } = await drive.site.ctx.db.pool.query(
    "select 1 from pgboss.job where name = 'process-file' and data->>'fileId' = $1",
    [fileId],
  );
  expect(rows).toHaveLength(1);
});

test('flight logs and documents are imported, and only staff see the logs', async () => {
  const submissionId = await newWeek();
  const notes = Buffer.from(`1\n00:00:00,000 --> 00:00:01,000\n[latitude: 31.5] ${randomUUID()}`);
  const { files } = await bring(submissionId, [
    drive.google.items.add({ name: 'DJI_0001.SRT', content: notes }),
    drive.google.items.add({ name: 'report.pdf', content: document(100) }),
  ]);
  expect(files.map(({ state }) => state)).toEqual(['imported', 'imported']);
  const [srt, pdf] = [await fileOf(files[0]?.fileId), await fileOf(files[1]?.fileId)];
  expect(srt).toMatchObject({ kind: 'document', isForClients: false });
  expect(pdf).toMatchObject({ kind: 'document', isForClients: true });
});

test("a file that can't be imported gets a message, the others continue, and it can be retried", async () => {
  const submissionId = await newWeek();
  const page = await addPhoto();
  drive.google.fail('html', { of: `${page.id}?alt=media` });
  const items = [
    drive.google.items.add({ content: Buffer.alloc(0) }),
    drive.google.items.add({ mimeType: 'application/vnd.google-apps.document' }),
    await addPhoto({ refusal: 'cannotDownloadAbusiveFile' }),
    await addPhoto({ refusal: 'downloadQuotaExceeded' }),
    { id: 'aFileThatIsNotThere', name: 'gone.jpg' },
    drive.google.items.add({ name: 'a.mp4', content: randomBytes(1000) }),
    page,
    await addPhoto(),
  ];
  const done = await bring(submissionId, items);
  expect(done.state).toBe('done');
  expect(done.files.map(({ state, problem }) => problem ?? state)).toEqual([
    ERRORS.FILE_EMPTY[1],
    ERRORS.DRIVE_TYPE_NOT_SUPPORTED[1],
    ERRORS.DRIVE_FILE_FLAGGED[1],
    ERRORS.DRIVE_DOWNLOAD_QUOTA[1],
    ERRORS.DRIVE_FILE_NOT_FOUND[1],
    expect.stringContaining('not recognized'),
    ERRORS.DRIVE_ACCESS_ERROR[1],
    'imported',
  ]);
  const again = await api().retry({ id: done.id, fileId: done.files[6]?.id });
  expect(again.state).toBe('waiting');
  await work(again);
  const states = (await now(again)).files.map(({ state }) => state);
  expect(states.slice(5)).toEqual(['failed', 'imported', 'imported']);
});

test("NUL and half a surrogate pair in a Drive file name don't block its import", async () => {
  const folder = drive.google.items.addFolder('Week\0 12\ud800');
  const photo = await addPhoto({ name: 'DJI\0_1\ud800.JPG', parents: [folder.id] });
  const link = `https://drive.google.com/drive/folders/${folder.id}`;
  const found = await drive.site.as(drive.operator).drive.inspect({ link });
  expect(found).toMatchObject({
    target: { name: 'Week 12\ufffd' },
    files: [{ id: photo.id, name: 'DJI_1\ufffd.JPG', folderName: 'Week 12\ufffd' }],
  });
  // A program might send this after reading it from Google.
  const submissionId = await newWeek();
  const source = { id: folder.id, name: folder.name, url: `${link}\0` };
  const files = [{ driveFileId: photo.id, name: photo.name }];
  const started = await api().import({ submissionId, source, files });
  expect(started).toMatchObject({ source: { name: 'Week 12\ufffd', url: link } });
  await work(started);
  const [file] = (await now(started)).files;
  expect(file).toMatchObject({ state: 'imported', name: 'DJI_1\ufffd.JPG' });
  expect(await fileOf(file?.fileId)).toMatchObject({ fileName: 'DJI_1\ufffd.JPG' });
});

test('bytes that the project already has are a duplicate', async () => {
  const submissionId = await newWeek();
  const bytes = await newPhoto();
  const known = await makeFile(drive.site.ctx, { id: submissionId, projectId }, { bytes });
  const item = drive.google.items.add({ content: bytes });
  const { files } = await bring(submissionId, [item]);
  expect(files).toMatchObject([{ state: 'already-there', fileId: known.id }]);
  expect(await fileOf(known.id)).toMatchObject({ googleDriveFileId: item.id });
});

test('a dropped connection resumes at the byte where it ended', async () => {
  const submissionId = await newWeek();
  const bytes = document(3_000_000);
  const { content, starts } = recorded(bytes);
  const item = drive.google.items.add({ name: 'plan.pdf', content });
  for (const afterBytes of [1_000_000, 700_000]) {
    drive.google.fail('cut', { of: `${item.id}?alt=media`, afterBytes });
  }
  starts.length = 0;
  const { files } = await bring(submissionId, [item]);
  expect(sha256(await bytesOf(files[0]?.fileId))).toBe(sha256(bytes));
  expect(starts.filter((from) => from > 0)).toEqual([1_000_000, 1_700_000]);
});

test('a file that changes during its import is stored with its new bytes only', async () => {
  const submissionId = await newWeek();
  const [before, after] = [document(2_000_000), document(2_000_000)];
  const item = drive.google.items.add({ name: 'plan.pdf', content: before });
  const { content } = recorded(before);
  let reads = 0;
  item.content = {
    size: content.size,
    async *read(from, to) {
      yield* content.read(from, to);
      // The first read computes the checksum.
      if (++reads === 2) await drive.google.items.change(item, after);
    },
  };
  drive.google.fail('cut', { of: `${item.id}?alt=media`, afterBytes: 900_000 });
  const { files } = await bring(submissionId, [item]);
  expect(files).toMatchObject([{ state: 'imported' }]);
  expect(sha256(await bytesOf(files[0]?.fileId))).toBe(sha256(after));
});

test('an error that affects all files stops the import, and a retry continues it', async () => {
  const submissionId = await newWeek();
  const items = await Promise.all(Array.from({ length: 6 }, () => addPhoto()));
  drive.google.fail('dailyLimitExceeded', { of: `${items[5]?.id}?` });
  const stopped = await bring(submissionId, items);
  expect(stopped).toMatchObject({ state: 'stopped', problem: 'DRIVE_QUOTA' });
  expect(stopped.files.map(({ state }) => state)).toContain('waiting');
  const stop = await notificationOf(submissionId);
  expect(stop?.heading).toBe('The import from Google Drive stopped');
  await api().retry({ id: stopped.id });
  await work(stopped);
  const done = await now(stopped);
  expect(done).toMatchObject({ state: 'done', problem: null });
  expect(done.files.every(({ state }) => state === 'imported')).toBe(true);
  const news = await notificationOf(submissionId);
  expect(news?.heading).toBe('6 files imported from Google Drive');
});

test("a worker that lost its import to another doesn't change its files", async () => {
  const submissionId = await newWeek();
  const bytes = document(3_000_000);
  const item = drive.google.items.add({ name: 'plan.pdf', content: bytes });
  await drive.google.items.change(item, bytes);
  const [taken, ended] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  item.content = {
    size: bytes.length,
    async *read(from, to) {
      if (from === 0) {
        yield bytes.subarray(0, 1_500_000);
        await taken.promise;
        throw new Error('the line is cut');
      }
      taken.resolve();
      await ended.promise;
      yield bytes.subarray(from, to);
    },
  };
  const started = await start(submissionId, [item]);
  const first = work(started).finally(ended.resolve);
  const far = async () => (await now(started)).files[0]?.doneBytes ?? 0;
  await expect.poll(far, { timeout: 10_000 }).toBeGreaterThan(0);
  await Promise.all([first, work(started)]);
  const done = await now(started);
  expect(done).toMatchObject({ state: 'done', files: [{ state: 'imported', problem: null }] });
  expect(sha256(await bytesOf(done.files[0]?.fileId))).toBe(sha256(bytes));
});

test("a running import blocks publishing, and leaves nothing when it's canceled", async () => {
  const submissionId = await newWeek();
  await makeFile(drive.site.ctx, { id: submissionId, projectId });
  const item = drive.google.items.add({ name: 'plan.pdf', content: document(2_000_000) });
  drive.google.fail('stall', { of: `${item.id}?alt=media`, afterBytes: 1_500_000 });
  const started = await start(submissionId, [item]);
  const working = work(started);
  const far = async () => (await now(started)).files[0]?.doneBytes ?? 0;
  await expect.poll(far, { timeout: 10_000 }).toBeGreaterThan(0);
  const publish = () => drive.site.as(drive.operator).submissions.publish({ id: submissionId });
  await expect(publish()).rejects.toThrow('1 file is still being imported from Google Drive.');
  expect(await api().cancel({ id: started.id })).toMatchObject({ state: 'cancelled' });
  await working;
  expect((await now(started)).files).toMatchObject([{ state: 'cancelled', fileId: null }]);
  expect(await drive.site.ctx.uploads.list()).toEqual([]);
  expect(await publish()).toMatchObject({ status: 'published' });
});

test("failed files don't block publishing", async () => {
  const submissionId = await newWeek();
  await makeFile(drive.site.ctx, { id: submissionId, projectId });
  const refused = await addPhoto({ refusal: 'cannotDownloadAbusiveFile' });
  expect((await bring(submissionId, [refused])).files).toMatchObject([{ state: 'failed' }]);
  const published = drive.site.as(drive.operator).submissions.publish({ id: submissionId });
  expect(await published).toMatchObject({ status: 'published' });
});

test('a check imports new files of the folder and its subfolders, and none twice', async () => {
  const submissionId = await newWeek();
  const folder = drive.google.items.addFolder('Flights');
  const inner = drive.google.items.addFolder('North', { parents: [folder.id] });
  inner.parents.push(inner.id);
  const first = await addPhoto({ parents: [folder.id] });
  const url = `https://drive.google.com/drive/folders/${folder.id}`;
  const source = { id: folder.id, name: 'Flights', url };
  const files = [{ driveFileId: first.id, name: first.name }];
  await api().import({ submissionId, source, subfolders: true, files });
  const nothing = { import: null, changed: [] };
  expect(await api().checkForNew({ submissionId })).toEqual(nothing);
  const added = await addPhoto({ parents: [inner.id], name: 'new.jpg' });
  drive.google.items.add({ parents: [folder.id], name: 'model.ifc', mimeType: 'text/plain' });
  const { import: found } = await api().checkForNew({ submissionId });
  expect(found?.files).toMatchObject([{ driveFileId: added.id, name: 'new.jpg' }]);
  expect(found?.source).toEqual(source);
  expect(await api().checkForNew({ submissionId })).toEqual(nothing);
});

test('files changed in Drive are offered, and imported next to the existing copy', async () => {
  const submissionId = await newWeek();
  const folder = drive.google.items.addFolder('Flights');
  const item = await addPhoto({ parents: [folder.id], name: 'Roof.jpg' });
  const first = await bring(submissionId, [item]);
  const url = `https://drive.google.com/drive/folders/${folder.id}`;
  await drive.site.as(drive.operator).submissions.update({
    id: submissionId,
    googleDriveFolderUrl: url,
  });
  await drive.google.items.change(item, await newPhoto());
  const { import: made, changed } = await api().checkForNew({ submissionId });
  expect(made).toBeNull();
  expect(changed).toMatchObject([{ driveFileId: item.id, name: 'Roof.jpg' }]);
  const look = () => drive.site.as(drive.operator).drive.inspect({ link: url, submissionId });
  expect((await look()).files).toMatchObject([{ imported: true, changed: true }]);
  const second = await bring(submissionId, [item]);
  expect(await fileOf(second.files[0]?.fileId)).toMatchObject({ fileName: 'Roof (version 2).jpg' });
  expect(await fileOf(first.files[0]?.fileId)).toMatchObject({ fileName: 'Roof.jpg' });
  expect((await look()).files).toMatchObject([{ imported: true, changed: false }]);
  expect(await api().checkForNew({ submissionId })).toEqual({ import: null, changed: [] });
});

test('a client sees which file is the copy of a linked Drive file', async () => {
  const week = await makeSubmission(drive.site.ctx, projectId, { published: true });
  const item = await addPhoto();
  const { files } = await bring(week.id, [item]);
  await drive.site.change("update files set state = 'ready' where id = $1", files[0]?.fileId);
  const contentText = `[Roof] https://drive.google.com/file/d/${item.id}/view`;
  await drive.site.as(drive.operator).submissions.update({ id: week.id, contentText });
  const client = await makePerson(drive.site.ctx, 'client', { companyId });
  const read = await drive.site.as(client).submissions.getPublished({ id: week.id });
  expect(read.driveCopies).toEqual({ [`gdrive-${item.id}`]: files[0]?.fileId });
});
