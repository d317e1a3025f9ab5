import { beforeAll, beforeEach, expect, test } from 'vitest';
import { ERRORS } from '#domain/errors.ts';
import { makeFile } from '#test/factories.ts';
import { runDriveSite } from '#test/fixtures/drive-site.ts';
import { makeOwnedWeek } from '#test/fixtures/shared-site.ts';
import { ROOT, type Item } from '#test/fixtures/google/items.ts';

const drive = runDriveSite();
const folderLink = ({ id }: { id: string }) => `https://drive.google.com/drive/folders/${id}`;
const fileLink = ({ id }: { id: string }) => `https://drive.google.com/file/d/${id}/view`;
const look = (link: string, options: { kind?: 'video'; subfolders?: boolean } = {}) =>
  drive.site.as(drive.operator).drive.inspect({ link, ...options });

let folder: Item;
beforeAll(() => drive.connect());
beforeEach(() => {
  drive.google.pageLimit = 1000;
  folder = drive.google.items.addFolder('Week 12');
});
const add = (name: string, given: Parameters<typeof drive.google.items.add>[0] = {}) =>
  drive.google.items.add({ parents: [folder.id], ...given, name });

test('a folder shows photos, videos and documents by type or name, its subfolders, and a count of the rest', async () => {
  add('DJI_0012.JPG', { content: Buffer.from('jpg'), hasThumbnail: true, isPublic: true });
  add('DJI_0002.MP4', { mimeType: 'application/octet-stream', content: Buffer.from('film') });
  add('DJI_0002.SRT', { mimeType: 'application/octet-stream' });
  add('model.ifc', { mimeType: 'text/plain' });
  add('plan.pdf', { mimeType: 'application/vnd.google-apps.document' });
  add('gone.jpg', { trashed: true });
  const inner = drive.google.items.addFolder('Roof', { parents: [folder.id] });
  const found = await look(folderLink(folder));
  expect(found.target).toEqual({
    id: folder.id,
    kind: 'folder',
    name: 'Week 12',
    url: folderLink(folder),
  });
  expect(found.files).toMatchObject([
    { name: 'DJI_0002.MP4', kind: 'video', sizeBytes: 4, thumbnailUrl: null, isPublic: false },
    { name: 'DJI_0002.SRT', kind: 'document' },
    {
      name: 'DJI_0012.JPG',
      kind: 'photo',
      sizeBytes: 3,
      folderName: 'Week 12',
      imported: false,
      isPublic: true,
    },
  ]);
  expect(found.files[2]?.thumbnailUrl).toMatch(/^\/api\/operator\/drive\/thumbnails\//);
  expect(found.folders).toEqual([{ id: inner.id, name: 'Roof', url: folderLink(inner) }]);
  expect(found).toMatchObject({ skipped: 2, complete: true });
});

test('a thousand files are listed in ten requests', async () => {
  for (let number = 0; number < 1000; number++) add(`DJI_${number}.JPG`);
  const before = drive.google.countOf('GET /drive/v3/files?');
  expect((await look(folderLink(folder))).files).toHaveLength(1000);
  expect(drive.google.countOf('GET /drive/v3/files?') - before).toBe(10);
});

test('short pages are followed by the next, up to the limit of an import', async () => {
  drive.google.pageLimit = 90;
  for (let number = 0; number < 2001; number++) add(`DJI_${number}.JPG`);
  const { files, complete } = await look(folderLink(folder));
  expect([files.length, complete]).toEqual([2000, false]);
});

test('subfolders are visited once each, even through cycles', async () => {
  const inner = drive.google.items.addFolder('Roof', { parents: [folder.id] });
  drive.google.items.add({ name: 'roof.jpg', parents: [inner.id] });
  drive.google.items.addShortcut('Up again', folder, { parents: [inner.id] });
  inner.parents.push(inner.id);
  const { files } = await look(folderLink(folder), { subfolders: true });
  expect(files.map(({ name, folderName }) => [name, folderName])).toEqual([['roof.jpg', 'Roof']]);
});

test('a shortcut is followed once', async () => {
  const photo = drive.google.items.add({ name: 'roof.jpg' });
  const shortcut = drive.google.items.addShortcut('to the roof', photo);
  expect((await look(fileLink(shortcut))).files).toMatchObject([{ id: photo.id }]);
  const loop = drive.google.items.addShortcut('to a shortcut', shortcut);
  await expect(look(fileLink(loop))).rejects.toMatchObject({ code: 'DRIVE_FILE_NOT_FOUND' });
});

test('the key in a link only opens files found through that link', async () => {
  folder.resourceKey = '0-key';
  add('DJI_0001.JPG');
  const { files } = await look(`${folderLink(folder)}?resourcekey=0-key`);
  expect(files).toHaveLength(1);
  const refused = look(folderLink(folder));
  await expect(refused).rejects.toMatchObject({ code: 'DRIVE_FOLDER_NOT_FOUND' });
});

test('a shared drive is read like any other folder', async () => {
  folder.driveId = ROOT;
  add('DJI_0001.JPG', { driveId: ROOT });
  expect((await look(folderLink(folder))).files).toHaveLength(1);
});

test('files whose owner forbids downloads are listed as such', async () => {
  const refusal = 'cannotDownloadFile';
  add('1.jpg', { refusal });
  // A shortcut's own permissions don't apply to its target.
  const shortcut = { parents: [folder.id], refusal };
  drive.google.items.addShortcut('2.jpg', drive.google.items.add(), shortcut);
  const { files } = await look(folderLink(folder));
  expect(files.map(({ canDownload }) => canDownload)).toEqual([false, true]);
});

test('files that the submission already has are marked', async () => {
  const { submission } = await makeOwnedWeek(drive.site.ctx);
  const [here, there] = [add('DJI_0001.JPG'), add('DJI_0002.JPG')];
  const { id } = await makeFile(drive.site.ctx, submission);
  await drive.site.change('update files set google_drive_file_id = $1 where id = $2', here.id, id);
  const api = drive.site.as(drive.operator).drive;
  const { files } = await api.inspect({ link: folderLink(folder), submissionId: submission.id });
  expect(files.map((file) => [file.id, file.imported])).toEqual([
    [here.id, true],
    [there.id, false],
  ]);
});

const refusals: [string, () => Promise<unknown>, string][] = [
  ['an empty text', () => look('  '), 'DRIVE_LINK_REQUIRED'],
  ['another site', () => look('https://photos.example/1'), 'DRIVE_INVALID_LINK'],
  ['a missing file', () => look(fileLink({ id: 'x'.repeat(33) })), 'DRIVE_FILE_NOT_FOUND'],
  ['a file in the trash', () => look(fileLink(add('a.jpg', { trashed: true }))), 'DRIVE_IN_TRASH'],
  [
    'a folder in the trash',
    () => look(folderLink(drive.google.items.addFolder('Old', { trashed: true }))),
    'DRIVE_IN_TRASH',
  ],
  [
    'a text file of an unsupported type',
    () => look(fileLink(add('a.ifc', { mimeType: 'text/plain' }))),
    'DRIVE_TYPE_NOT_SUPPORTED',
  ],
  [
    'a Google document',
    () => look(`https://docs.google.com/document/d/${folder.id}/edit`),
    'DRIVE_TYPE_NOT_SUPPORTED',
  ],
  ['an empty folder', () => look(folderLink(folder)), 'DRIVE_EMPTY_FOLDER'],
  [
    "someone else's folder",
    () => look(folderLink(drive.google.items.addFolder('Theirs', { hidden: 'denied' }))),
    'DRIVE_ACCESS_DENIED',
  ],
];
test.each(refusals)('the link to %s shows an error message', async (_what, attempt, code) => {
  await expect(attempt()).rejects.toMatchObject({ code });
});

test('a folder without matching files shows an error message', async () => {
  add('model.ifc', { mimeType: 'text/plain' });
  await expect(look(folderLink(folder))).rejects.toMatchObject({ code: 'DRIVE_NO_MEDIA' });
  const below = look(folderLink(folder), { subfolders: true });
  await expect(below).rejects.toMatchObject({ code: 'DRIVE_NO_MEDIA_FILES' });
  add('DJI_0001.JPG');
  const films = look(folderLink(folder), { kind: 'video' });
  await expect(films).rejects.toMatchObject({ code: 'DRIVE_NO_VIDEOS' });
});

test("a missing item names the account that can't see it", async () => {
  const [, message] = ERRORS.DRIVE_FOLDER_NOT_FOUND;
  const withAccount = message.replace('the connected account', 'flights@overfly.example');
  await expect(look(folderLink({ id: 'y'.repeat(33) }))).rejects.toThrow(withAccount);
});
