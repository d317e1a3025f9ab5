import { randomBytes, randomUUID } from 'node:crypto';
import { rm, symlink } from 'node:fs/promises';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { crc32 } from 'node:zlib';
import { Upload as TusUpload } from 'tus-js-client';
import { afterAll, expect, test, vi } from 'vitest';
import { MAX_UPLOAD_BYTES } from '#domain/uploads.ts';
import { MAX_PHOTO_BYTES } from '#server/platform/media/limits.ts';
import { UploadStore } from '#server/platform/storage/upload-store.ts';
import { makeCompany, makePerson, signInAs } from '#test/factories.ts';
import { tusClient } from '#test/tus.ts';
import { newPhoto, openUploadActions, sha256 } from '#test/upload-actions.ts';
import { uploadsOf } from './service.ts';

const actions = await openUploadActions();
const { ctx, url, tus, person, submissionId, fileRow, uploadRow, whereabouts } = actions;
afterAll(() => actions.close());

const locationOf = (id: string) => `/api/uploads/${id}`;

test('an upload in several parts reports its offset after each', async () => {
  const { id, location, bytes } = await actions.begin(await newPhoto());
  expect(location).toMatch(/^\/api\/uploads\/[0-9a-f-]{36}$/);
  expect(await tus.offset(location)).toBe(0);
  const part = await tus.patch(location, 0, bytes.subarray(0, 1000));
  expect(part.headers.get('upload-offset')).toBe('1000');
  const listed = (await uploadsOf(ctx, person.viewer, { submissionId })).find(
    (one) => one.id === id,
  );
  expect(listed).toMatchObject({ state: 'receiving', bytesReceived: 1000 });
  expect((await tus.patch(location, 999, bytes.subarray(999))).status).toBe(409);
  expect(await tus.offset(location)).toBe(1000);
  expect((await tus.patch(location, 1000, bytes.subarray(1000))).status).toBe(204);
  expect(await fileRow(id)).toMatchObject({ sha256: sha256(bytes) });
  expect(await tus.offset(location)).toBe(bytes.length);
});

test('bytes received before a dropped connection are kept, and the upload continues after them', async () => {
  const bytes = Buffer.concat([await newPhoto(), randomBytes(3_000_000)]);
  const { id, location } = await actions.begin(bytes);
  await sendAndCut(id, bytes.subarray(0, 2_000_000), bytes.length);
  const offset = (await tus.offset(location)) ?? 0;
  expect(offset).toBeGreaterThan(1_000_000);
  expect(offset).toBeLessThanOrEqual(2_000_000);
  await tus.patch(location, offset, bytes.subarray(offset));
  expect(await fileRow(id)).toMatchObject({ sha256: sha256(bytes), crc32: crc32(bytes) });
});

test('a running upload stops when its session ends, and continues in another session', async () => {
  const bytes = Buffer.concat([await newPhoto(), randomBytes(3_000_000)]);
  const { id, location } = await actions.begin(bytes);
  const cookie = await signInAs(ctx, person.email);
  const signOut = () => ctx.auth.signOut(cookie.replace(/^.*=/, ''));
  await sendAndCut(id, bytes.subarray(0, 2_000_000), bytes.length, { cookie, cut: signOut });
  const offset = (await tus.offset(location)) ?? 0;
  expect(offset).toBeGreaterThan(1_000_000);
  expect((await tus.patch(location, offset, bytes.subarray(offset))).status).toBe(204);
  expect(await fileRow(id)).toMatchObject({ sha256: sha256(bytes) });
});

/** Declares `declared` bytes and sends `bytes`. When the server has received half of them, hangs up or runs `cut`. */
function sendAndCut(
  id: string,
  bytes: Buffer,
  declared: number,
  { cookie = person.cookie, cut }: { cookie?: string; cut?: () => Promise<unknown> } = {},
) {
  const { promise, resolve } = Promise.withResolvers<void>();
  const sending = request(new URL(locationOf(id), url), {
    method: 'PATCH',
    headers: {
      cookie,
      'tus-resumable': '1.0.0',
      'upload-offset': '0',
      'content-type': 'application/offset+octet-stream',
      'content-length': declared,
    },
  });
  sending.on('error', () => resolve());
  sending.write(bytes);
  const look = async () => {
    if ((await ctx.uploads.received(id)) > 1_000_000) await (cut ? cut() : sending.destroy());
    else setImmediate(() => void look());
  };
  void look();
  return promise;
}

test("the list of uploads doesn't wait for a running upload", async () => {
  const bytes = randomBytes(2_000_000);
  const { id } = await actions.begin(bytes);
  const held = Promise.withResolvers<void>();
  async function* slow() {
    yield bytes.subarray(0, 1_500_000);
    await held.promise;
  }
  const writing = ctx.uploads.append(id, slow());
  await expect
    .poll(async () =>
      (await uploadsOf(ctx, person.viewer, { submissionId })).find((upload) => upload.id === id),
    )
    .toMatchObject({ state: 'receiving', bytesReceived: 1_500_000 });
  held.resolve();
  await writing;
});

test('an upload whose last response was lost is finished when the client requests its offset', async () => {
  const { id, location, bytes } = await actions.begin(await newPhoto());
  await actions.arrive(id, bytes);
  expect(await fileRow(id)).toBeUndefined();
  expect(await tus.offset(location)).toBe(bytes.length);
  expect(await fileRow(id)).toMatchObject({ sha256: sha256(bytes) });
});

test.each([
  ['an empty file', { size: 0 }, 422, 'FILE_EMPTY'],
  ['a file above the size limit', { size: MAX_UPLOAD_BYTES + 1 }, 413, 'FILE_TOO_LARGE'],
  ['a photo above the size limit for photos', { size: MAX_PHOTO_BYTES + 1 }, 413, 'FILE_TOO_LARGE'],
  ['an unsupported type', { name: 'IMG_1.CR2' }, 422, 'FILE_TYPE_NOT_SUPPORTED'],
  ['an unknown submission', { submissionId: randomUUID() }, 404, 'SUBMISSION_NOT_FOUND'],
  ['an invalid id', { submissionId: 'x' }, 400, 'INVALID_INPUT'],
  ['an invalid hash', { sha256: 'x' }, 400, 'INVALID_INPUT'],
])('%s is refused before its first byte', async (_what, changes, status, code) => {
  const answer = await tus.create({ submissionId, name: 'a.jpg', size: 10, ...changes });
  expect(answer).toMatchObject({ status, body: { code, status } });
});

test.each([
  ['without a length', { 'upload-defer-length': '1' }],
  ['in parts to be joined', { 'upload-concat': 'partial', 'upload-length': '10' }],
])('a file announced %s is refused', async (_what, headers) => {
  const base64 = (text: string) => Buffer.from(text).toString('base64');
  const before = await actions.uploadRows(submissionId);
  const response = await fetch(`${url}/api/uploads`, {
    method: 'POST',
    headers: {
      cookie: person.cookie,
      'tus-resumable': '1.0.0',
      'upload-metadata': `submissionId ${base64(submissionId)},filename ${base64('a.jpg')}`,
      ...headers,
    },
  });
  expect(response.status).toBeGreaterThanOrEqual(400);
  expect(await actions.uploadRows(submissionId)).toEqual(before);
});

test.each(['with its length', 'in chunks'])(
  'bytes above the announced length are refused, sent %s',
  async (how) => {
    const { id, location } = await actions.begin(randomBytes(1000));
    const bytes = randomBytes(3_000_000);
    const answer = await fetch(url + location, {
      method: 'PATCH',
      headers: {
        cookie: person.cookie,
        'tus-resumable': '1.0.0',
        'upload-offset': '0',
        'content-type': 'application/offset+octet-stream',
      },
      ...(how === 'in chunks'
        ? { body: new Blob([bytes]).stream(), duplex: 'half' as const }
        : { body: bytes }),
    });
    expect(answer.status).toBe(413);
    expect(await ctx.uploads.received(id)).toBeLessThanOrEqual(1000);
    expect(await fileRow(id)).toBeUndefined();
  },
);

test("a file that doesn't fit on the disk is refused before its first byte", async () => {
  const small = new UploadStore({ directory: tmpdir(), freeBytes: async () => 500_000_000 });
  const room = vi
    .spyOn(ctx.uploads, 'assertSpace')
    .mockImplementation((bytes) => small.assertSpace(bytes));
  const answer = await tus.create({ submissionId, name: 'film.mp4', size: 450_000_000 });
  expect(answer).toMatchObject({ status: 507, body: { code: 'STORAGE_FULL' } });
  const smaller = await tus.create({ submissionId, name: 'film.mp4', size: 1_000_000 });
  expect(smaller.status).toBe(201);
  room.mockRestore();
});

test('a disk that fills up returns 507, keeps the bytes, and accepts the rest later', async () => {
  const { id, location, bytes } = await actions.begin(await newPhoto());
  await symlink('/dev/full', ctx.uploads.pathOf(id));
  expect(await tus.patch(location, 0, bytes)).toMatchObject({
    status: 507,
    body: { code: 'STORAGE_FULL' },
  });
  await rm(ctx.uploads.pathOf(id));
  expect((await tus.patch(location, 0, bytes)).status).toBe(204);
  expect(await uploadRow(id)).toMatchObject({ state: 'stored' });
});

test('canceling an upload removes its bytes, and dismissing a finished one keeps its file', async () => {
  const { id, location, bytes } = await actions.begin(await newPhoto());
  await tus.patch(location, 0, bytes.subarray(0, 100));
  expect((await tus.remove(location)).status).toBe(204);
  expect(await tus.offset(location)).toBeNull();
  expect(await whereabouts(id)).toEqual([]);
  expect((await tus.patch(location, 100, bytes.subarray(100))).body).toMatchObject({
    code: 'UPLOAD_NOT_FOUND',
  });

  const kept = await tus.upload(submissionId, 'a.jpg', bytes);
  expect((await tus.remove(locationOf(kept))).status).toBe(204);
  expect(await uploadRow(kept)).toBeUndefined();
  expect(await fileRow(kept)).toMatchObject({ state: 'processing' });
  expect(await whereabouts(kept)).toEqual(['storage']);
});

test('only staff may upload, and only from our own pages', async () => {
  const company = await makeCompany(ctx);
  const client = await makePerson(ctx, 'client', { companyId: company.id });
  const file = { submissionId, name: 'a.jpg', size: 10 };
  expect(await tusClient(url, '').create(file)).toMatchObject({
    status: 401,
    body: { code: 'NOT_SIGNED_IN' },
  });
  expect(await tusClient(url, client.cookie).create(file)).toMatchObject({
    status: 403,
    body: { code: 'ACCESS_DENIED' },
  });
  const id = await tus.upload(submissionId, 'a.jpg', await newPhoto());
  expect((await tusClient(url, client.cookie).remove(locationOf(id))).status).toBe(403);
  expect(await tusClient(url, client.cookie).offset(locationOf(id))).toBeNull();
  const response = await fetch(`${url}/api/uploads`, {
    method: 'POST',
    headers: { cookie: person.cookie, 'tus-resumable': '1.0.0', origin: 'https://evil.example' },
  });
  expect(await response.json()).toMatchObject({ code: 'CROSS_SITE_REQUEST' });
  expect(response.headers.get('access-control-allow-origin')).toBeNull();
});

test('a third-party client library uploads in parts and removes an upload', async () => {
  const bytes = Buffer.concat([await newPhoto(), randomBytes(200_000)]);
  const done = Promise.withResolvers<string>();
  const upload = new TusUpload(bytes, {
    endpoint: `${url}/api/uploads`,
    chunkSize: 100_000,
    metadata: { submissionId, filename: 'by-tus-js.jpg', filetype: 'image/jpeg' },
    headers: { cookie: person.cookie },
    retryDelays: null,
    onSuccess: () => done.resolve(upload.url ?? ''),
    onError: done.reject,
  });
  upload.start();
  const id = (await done.promise).slice(-36);
  expect(await fileRow(id)).toMatchObject({ sha256: sha256(bytes), fileName: 'by-tus-js.jpg' });
  await upload.abort(true);
  expect(await uploadRow(id)).toBeUndefined();
});

test('an upload can be created with its bytes in one request', async () => {
  const bytes = await newPhoto();
  const base64 = (text: string) => Buffer.from(text).toString('base64');
  const response = await fetch(`${url}/api/uploads`, {
    method: 'POST',
    headers: {
      cookie: person.cookie,
      'tus-resumable': '1.0.0',
      'content-type': 'application/offset+octet-stream',
      'upload-length': String(bytes.length),
      'upload-metadata': `submissionId ${base64(submissionId)},filename ${base64('a.jpg')}`,
    },
    body: bytes,
  });
  expect(response.status).toBe(201);
  const id = response.headers.get('location')?.slice(-36) ?? '';
  expect(await fileRow(id)).toMatchObject({ sha256: sha256(bytes) });
});

test.each([
  ['another content type', { 'content-type': 'image/jpeg' }, 400, /Content-Type: app/],
  ['an invalid offset', { 'upload-offset': 'x' }, 400, /Invalid upload header: upload-offset/],
  ['no protocol version', { 'tus-resumable': '' }, 412, /tus 1\.0/],
])('a request with %s is refused with a message', async (_what, wrong, status, words) => {
  const { location, bytes } = await actions.begin(await newPhoto());
  const headers = {
    cookie: person.cookie,
    'tus-resumable': '1.0.0',
    'upload-offset': '0',
    'content-type': 'application/offset+octet-stream',
    ...wrong,
  };
  const answer = await fetch(url + location, { method: 'PATCH', headers, body: bytes.toString() });
  expect(answer.status).toBe(status);
  expect(answer.headers.get('content-type')).toMatch(/^application\/json/);
  expect(await answer.json()).toEqual({
    code: 'INVALID_INPUT',
    status,
    message: expect.stringMatching(words),
  });
});

test("the protocol is announced to anyone, and can't be used to read anything", async () => {
  const options = await fetch(`${url}/api/uploads`, {
    method: 'OPTIONS',
    headers: { cookie: person.cookie },
  });
  expect(options.headers.get('tus-extension')).toBe('creation,creation-with-upload,termination');
  const id = await tus.upload(submissionId, 'a.jpg', await newPhoto());
  const read = await fetch(url + locationOf(id), { headers: { cookie: person.cookie } });
  expect(read.status).toBe(404);
});
