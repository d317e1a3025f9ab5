import { randomUUID } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { crc32 } from 'node:zlib';
import { afterAll, expect, test } from 'vitest';
import { makeProjectWithPeople, makeSubmission } from '#test/factories.ts';
import { newPhoto, openUploadActions, sha256 } from '#test/upload-actions.ts';
import { originalKey } from '#server/platform/storage/storage.ts';
import { knownFiles, uploadsOf } from './service.ts';
import { resumeUploads } from './sweep.ts';

const actions = await openUploadActions();
const { ctx, tus, person, projectId, submissionId, fileRow, whereabouts, waitingJobs } = actions;
afterAll(() => actions.close());

const listed = async (id: string, within = submissionId) =>
  (await uploadsOf(ctx, person.viewer, { submissionId: within })).find(
    (upload) => upload.id === id,
  );

test('a finished photo has hashes, a type, bytes and a job', async () => {
  const bytes = await newPhoto();
  const id = await tus.upload(submissionId, 'DJI_0001.JPG', bytes);
  expect(await fileRow(id)).toMatchObject({
    submissionId,
    projectId,
    fileName: 'DJI_0001.JPG',
    fileType: 'image/jpeg',
    fileSize: bytes.length,
    kind: 'photo',
    state: 'processing',
    sha256: sha256(bytes),
    crc32: crc32(bytes),
    createdBy: person.id,
  });
  expect(await ctx.storage.read(originalKey(id))).toEqual(bytes);
  expect(await whereabouts(id)).toEqual(['storage']);
  expect(await waitingJobs(id)).toEqual(['process-file']);
  expect(await listed(id)).toMatchObject({ state: 'stored', bytesReceived: bytes.length });
});

test('people looking at the submission are notified of the new file', async () => {
  const events: unknown[] = [];
  const stop = ctx.live.onEvent((event) => events.push(event));
  const id = await tus.upload(submissionId, 'a.jpg', await newPhoto());
  await expect
    .poll(() => events)
    .toContainEqual({ type: 'file.changed', projectId, submissionId, fileId: id });
  stop();
});

test('the same bytes are a duplicate of the first file, and leave nothing', async () => {
  const bytes = await newPhoto();
  await tus.upload(submissionId, 'first.jpg', bytes);
  const { id: other } = await makeSubmission(ctx, projectId);
  const id = await tus.upload(other, 'second.jpg', bytes);
  expect(await listed(id, other)).toMatchObject({
    state: 'duplicate',
    duplicateOf: { fileName: 'first.jpg', submissionTitle: 'Week 1' },
  });
  expect(await fileRow(id)).toBeUndefined();
  expect(await whereabouts(id)).toEqual([]);
});

test('a .prj file is kept next to every map, even if the project already has it', async () => {
  const bytes = Buffer.from(`PROJCS["WGS_1984_UTM_Zone_14N",GEOGCS["${randomUUID()}"]]`);
  for (const name of ['heights.prj', 'colors.prj']) {
    const id = await tus.upload(submissionId, name, bytes);
    expect(await fileRow(id)).toMatchObject({ fileName: name, kind: 'other', state: 'ready' });
  }
  expect(await knownFiles(ctx, person.viewer, { submissionId, sha256: [sha256(bytes)] })).toEqual(
    [],
  );
});

test('identical bytes uploaded at the same time become exactly one file', async () => {
  const bytes = await newPhoto();
  const names = ['a.jpg', 'b.jpg', 'c.jpg', 'd.jpg'];
  const ids = await Promise.all(names.map((name) => tus.upload(submissionId, name, bytes)));
  const uploads = await Promise.all(ids.map((id) => listed(id)));
  expect(uploads.filter((upload) => upload?.state === 'stored')).toHaveLength(1);
  expect(uploads.filter((upload) => upload?.state === 'duplicate')).toHaveLength(3);
});

test("an upload that was started again and finished isn't listed as unfinished", async () => {
  const bytes = await newPhoto();
  const file = { submissionId, name: 'a.jpg', size: bytes.length, sha256: sha256(bytes) };
  const { headers } = await tus.create(file);
  const begun = (headers.get('location') ?? '').slice(-36);
  expect(await listed(begun)).toMatchObject({ state: 'receiving' });
  await tus.upload(submissionId, 'a.jpg', bytes);
  expect(await listed(begun)).toBeUndefined();
});

test("bytes that don't match the announced hash aren't stored, and can be sent again", async () => {
  const bytes = await newPhoto();
  const file = { submissionId, name: 'a.jpg', size: bytes.length, sha256: sha256(bytes) };
  const begin = async () => (await tus.create(file)).headers.get('location') ?? '';
  const changed = Buffer.from(bytes).fill(0, 100, 200);
  const location = await begin();
  expect(await tus.patch(location, 0, changed)).toMatchObject({
    status: 422,
    body: { code: 'UPLOAD_DIFFERS' },
  });
  expect(await tus.offset(location)).toBeNull();
  expect(await whereabouts(location.slice(-36))).toEqual([]);
  const again = await begin();
  expect((await tus.patch(again, 0, bytes)).status).toBe(204);
  expect(await fileRow(again.slice(-36))).toMatchObject({ sha256: sha256(bytes) });
});

test('a mismatched upload leaves nothing when its sender is gone', async () => {
  const bytes = await newPhoto();
  const file = { submissionId, name: 'a.jpg', size: bytes.length, sha256: sha256(bytes) };
  const location = (await tus.create(file)).headers.get('location') ?? '';
  await actions.arrive(location.slice(-36), Buffer.from(bytes).fill(0, 100, 200));
  expect(await tus.offset(location)).toBeNull();
});

test('another project may have the same bytes', async () => {
  const bytes = await newPhoto();
  await tus.upload(submissionId, 'a.jpg', bytes);
  const { company, project } = await makeProjectWithPeople(ctx);
  const elsewhere = await makeSubmission(ctx, project.id);
  const id = await tus.upload(elsewhere.id, 'a.jpg', bytes);
  expect(await fileRow(id)).toMatchObject({ projectId: project.id, companyId: company.id });
});

test('a project returns the hashes it already has', async () => {
  const bytes = await newPhoto();
  await tus.upload(submissionId, 'known.jpg', bytes);
  const ask = [sha256(bytes), sha256(Buffer.from('unknown'))];
  expect(await knownFiles(ctx, person.viewer, { submissionId, sha256: ask })).toMatchObject([
    { sha256: sha256(bytes), fileName: 'known.jpg', submissionTitle: 'Week 1' },
  ]);
  expect(await knownFiles(ctx, person.viewer, { submissionId, sha256: [] })).toEqual([]);
});

test('the type of a file comes from its bytes, not its name', async () => {
  const id = await tus.upload(submissionId, 'report.pdf', await newPhoto());
  const detected = { kind: 'photo', fileType: 'image/jpeg', fileName: 'report.pdf' };
  expect(await fileRow(id)).toMatchObject(detected);
});

test.each([
  ['flight.srt', '1\n00:00:00,000 --> 00:00:01,000\nF/2.8\n', 'application/x-subrip'],
  ['points.CSV', `a,b\n1,${randomUUID()}\n`, 'text/csv'],
  ['notes.txt', `Site notes ${randomUUID()}`, 'text/plain'],
  ['area.kml', '<?xml version="1.0"?><kml></kml>', 'application/vnd.google-earth.kml+xml'],
  ['plan.pdf', `%PDF-1.4 ${randomUUID()}`, 'application/pdf'],
])('%s is kept as a document that needs no processing', async (name, text, type) => {
  const id = await tus.upload(submissionId, name, Buffer.from(text));
  expect(await fileRow(id)).toMatchObject({ kind: 'document', state: 'ready', fileType: type });
  expect(await waitingJobs(id)).toEqual([]);
});

test.each([
  [
    'photo.jpg',
    Buffer.from('just text'),
    /^This is a text file, but its name ends in \.jpg\. Supported text files/,
  ],
  [
    'page',
    Buffer.from('<!doctype html><p>x'),
    /^This is a file of type HTML \(text\/html\)\. You can upload photos,/,
  ],
  [
    'archive.jpg',
    Buffer.from(`504b0506${'00'.repeat(18)}`, 'hex'),
    /^This is a file of type ZIP \(application\/zip\)\. You can upload photos,/,
  ],
  [
    'data.jpg',
    Buffer.from('00010203fffefdfc', 'hex'),
    /^This type of file is not recognized\. Its name ends in \.jpg, but its content does not match\./,
  ],
])(
  '%s is refused with its detected type, and other uploads continue',
  async (name, bytes, words) => {
    const id = await tus.upload(submissionId, name, bytes);
    const upload = await listed(id);
    expect(upload).toMatchObject({ state: 'refused' });
    expect(upload?.errorMessage).toMatch(words);
    expect(await fileRow(id)).toBeUndefined();
    expect(await whereabouts(id)).toEqual([]);
    const next = await tus.upload(submissionId, 'next.jpg', await newPhoto());
    expect(await listed(next)).toMatchObject({ state: 'stored' });
  },
);

test('unusual names are kept as far as they are safe', async () => {
  const kept = async (name: string) =>
    (await fileRow(await tus.upload(submissionId, name, await newPhoto())))?.fileName;
  expect(await kept('🏗️ übersicht.jpg')).toBe('🏗️ übersicht.jpg');
  expect(await kept('../../etc/passwd')).toBe('passwd');
  expect(await kept(`${'x'.repeat(300)}.jpg`)).toBe(`${'x'.repeat(251)}.jpg`);
  expect(await kept('صورة.jpg')).toBe('صورة.jpg');
  expect(await kept('')).toBe('file');
});

test('new files come after the files that people put in order', async () => {
  const { id: week } = await makeSubmission(ctx, projectId);
  const first = await tus.upload(week, 'a.jpg', await newPhoto());
  expect((await fileRow(first))?.sortOrder).toBe(0);
  await ctx.db.as({ kind: 'system' }, (tx) =>
    tx.updateTable('files').set({ sortOrder: 5 }).where('id', '=', first).execute(),
  );
  const second = await tus.upload(week, 'b.jpg', await newPhoto());
  expect((await fileRow(second))?.sortOrder).toBe(5);
});

test('uploads left by a killed process are finished, and bytes without an upload are deleted', async () => {
  const complete = await actions.begin(await newPhoto());
  await actions.arrive(complete.id, complete.bytes);
  const moved = await actions.begin(await newPhoto());
  await ctx.storage.put(originalKey(moved.id), moved.bytes);
  await ctx.db.as({ kind: 'system' }, (tx) =>
    tx.updateTable('uploads').set({ state: 'received' }).where('id', '=', moved.id).execute(),
  );
  const orphan = randomUUID();
  await writeFile(ctx.uploads.pathOf(orphan), 'x');
  const half = await actions.begin(await newPhoto());
  await actions.arrive(half.id, half.bytes.subarray(0, 9));

  await resumeUploads(ctx);
  for (const { id, bytes } of [complete, moved]) {
    expect(await fileRow(id)).toMatchObject({ sha256: sha256(bytes), state: 'processing' });
    expect(await whereabouts(id)).toEqual(['storage']);
    expect(await waitingJobs(id)).toEqual(['process-file']);
  }
  expect(await whereabouts(orphan)).toEqual([]);
  expect(await listed(half.id)).toMatchObject({ state: 'receiving', bytesReceived: 9 });
});

test('an upload canceled while its bytes are moved leaves none', async () => {
  const { id, bytes } = await actions.begin(await newPhoto());
  await actions.arrive(id, bytes);
  const { storage } = ctx;
  const slow = {
    ...storage,
    async moveIn(path: string, key: string) {
      await storage.moveIn(path, key);
      await ctx.db.as({ kind: 'system' }, (tx) =>
        tx.deleteFrom('uploads').where('id', '=', id).execute(),
      );
    },
  };
  await resumeUploads({ ...ctx, storage: slow });
  expect(await fileRow(id)).toBeUndefined();
  expect(await waitingJobs(id)).toEqual(['remove-stored-files']);
});

test('an upload that is abandoned for a week is removed', async () => {
  const { id, bytes } = await actions.begin(await newPhoto());
  await actions.arrive(id, bytes.subarray(0, 9));
  await resumeUploads(ctx);
  expect(await whereabouts(id)).toEqual(['uploads']);
  actions.clock.advance(8 * 24 * 3600 * 1000);
  await resumeUploads(ctx);
  expect(await listed(id)).toBeUndefined();
  expect(await whereabouts(id)).toEqual([]);
});

test('telemetry and georeferencing files are for staff only, by content or name', async () => {
  const time = '1\n00:00:00,000 --> 00:00:01,000\n';
  const isForClients = async (name: string, text: string) => {
    const id = await tus.upload(submissionId, name, Buffer.from(`${text} ${randomUUID()}`));
    return (await fileRow(id))?.isForClients;
  };
  expect(await isForClients('DJI_0001.SRT', `${time}[latitude: 31.5] [longitude: -97.1]`)).toBe(
    false,
  );
  expect(await isForClients('walk.srt', `${time}Here you see the new roof.`)).toBe(true);
  expect(await isForClients('gcp_list.txt', 'what was measured')).toBe(false);
  expect(await isForClients('points.txt', 'EPSG:32614\n621000.1 3488000.2 180.1')).toBe(false);
  expect(await isForClients('notes.txt', 'The roof is closed.')).toBe(true);
  expect(await isForClients('map.prj', 'PROJCS["WGS_1984"]')).toBe(false);
  expect(await isForClients('map.tfw', '0.05\n0\n0\n-0.05\n621000\n3488000\n')).toBe(false);
});

test('a flight log has the position of its drone', async () => {
  const log = '1\n00:00:00,000 --> 00:00:00,033\n[latitude: 31.5512] [longitude: -97.1304]\n';
  const id = await tus.upload(submissionId, 'DJI_0002.SRT', Buffer.from(log));
  expect(await fileRow(id)).toMatchObject({ latitude: 31.5512, longitude: -97.1304 });
});
