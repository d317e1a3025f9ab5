import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { AppError } from '#domain/errors.ts';
import { runDriveSite } from '#test/fixtures/drive-site.ts';
import { FakeGoogle } from '#test/fixtures/google/google.ts';
import { createDrive, type Drive } from './drive.ts';
import { UPLOAD_STEP } from './uploads.ts';

const HOUR_MS = 3_600_000;
const drive = runDriveSite();
beforeAll(() => drive.connect());

/** Acts like another process on the same database. */
const anotherProcess = (): Drive => createDrive(drive.site.ctx);
const refreshes = () => drive.google.oauth.handedOut['refresh'] ?? 0;

async function all(chunks: AsyncIterable<Uint8Array>): Promise<string> {
  const parts: Uint8Array[] = [];
  for await (const chunk of chunks) parts.push(chunk);
  return Buffer.concat(parts).toString();
}

describe('the access token', () => {
  test('is renewed once an hour, by only one of many processes', async () => {
    const processes = [drive.site.ctx.drive, anotherProcess(), anotherProcess(), anotherProcess()];
    drive.site.clock.advance(HOUR_MS);
    const before = refreshes();
    await Promise.all([...processes, ...processes].map((each) => each.recent()));
    expect(refreshes() - before).toBe(1);
  });

  test('is replaced once when Google rejects it', async () => {
    drive.google.oauth.expire();
    const before = refreshes();
    await Promise.all([anotherProcess().recent(), anotherProcess().recent()]);
    expect(refreshes() - before).toBe(1);
  });

  test('is requested by another process if the first attempt fails', async () => {
    drive.site.clock.advance(HOUR_MS);
    drive.google.oauth.access.clear();
    drive.google.fail('html', { of: '/token' });
    const outcomes = await Promise.allSettled([
      anotherProcess().recent(),
      anotherProcess().recent(),
    ]);
    expect(outcomes.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
  });
});

describe('a request', () => {
  test.each(['userRateLimitExceeded', '429', '503', 'no-answer'])(
    'is retried after %s',
    async (kind) => {
      drive.google.fail(kind, { of: '/drive/v3/files?' });
      expect(await anotherProcess().recent()).toEqual([]);
    },
  );

  test.each([
    ['429', 'DRIVE_QUOTA'],
    ['503', 'DRIVE_UNREACHABLE'],
  ])('fails with an error message if %s persists', async (kind, code) => {
    drive.google.fail(kind, { of: '/drive/v3/files?', times: 5 });
    await expect(anotherProcess().recent()).rejects.toMatchObject({ code });
  });

  test('fails immediately if it should wait an hour', async () => {
    drive.google.fail('429', { of: '/drive/v3/files?', retryAfter: 3600 });
    await expect(anotherProcess().recent()).rejects.toMatchObject({ code: 'DRIVE_QUOTA' });
  });

  test('does not accept an HTML page as a response', async () => {
    drive.google.fail('html', { of: '/drive/v3/files?' });
    await expect(anotherProcess().recent()).rejects.toMatchObject({ code: 'DRIVE_ACCESS_ERROR' });
  });
});

describe('a list', () => {
  const requestsSince = (from: number) =>
    drive.google.requests
      .slice(from)
      .map((line) => new URL(line.slice('GET '.length), drive.google.url).searchParams)
      .map((asked) => [
        asked.get('pageSize'),
        asked.get('corpora'),
        asked.get('supportsAllDrives'),
      ]);
  const namesIn = async (folder: { id: string }) => {
    const names: string[] = [];
    for await (const page of anotherProcess().pagesOf(folder))
      names.push(...page.map(({ name }) => name));
    return names;
  };

  test('is requested in three ways until one returns something', async () => {
    const folder = drive.google.items.addFolder('Week 12');
    drive.google.items.add({ name: 'roof.jpg', parents: [folder.id] });
    drive.google.fail('nothing', { of: '/drive/v3/files?', times: 2 });
    const from = drive.google.requests.length;
    expect(await namesIn(folder)).toEqual(['roof.jpg']);
    expect(requestsSince(from)).toEqual([
      ['100', null, 'true'],
      ['100', 'allDrives', 'true'],
      ['100', null, null],
    ]);
    expect(await namesIn(folder)).toEqual(['roof.jpg']);
    expect(requestsSince(from)).toHaveLength(4);
  });

  test('is empty if another way of requesting it is not allowed', async () => {
    const folder = drive.google.items.addFolder('Nothing yet');
    drive.google.fail('insufficientFilePermissions', { of: 'corpora=allDrives' });
    expect(await namesIn(folder)).toEqual([]);
  });

  test('has the twenty latest photos and videos, newest first', async () => {
    const days = Array.from({ length: 21 }, (_, index) => 10 + index);
    for (const day of days)
      drive.google.items.add({ name: `${day}.jpg`, modifiedTime: `2031-03-${day}T09:00:00.000Z` });
    const names = (await anotherProcess().recent()).map(({ name }) => name);
    expect(names).toEqual(
      days
        .slice(1)
        .reverse()
        .map((day) => `${day}.jpg`),
    );
  });

  test('is limited to five when the account is connected', async () => {
    const from = drive.google.requests.length;
    await drive.connect();
    const [root] = drive.google.requests.slice(from).filter((line) => line.includes('root'));
    expect(root).toMatch(/pageSize=5(?:&|$)/);
  });
});

describe("a file's content", () => {
  const text = 'Everything we flew over.';
  const add = () => drive.google.items.add({ content: Buffer.from(text) });

  test('can be read from any byte on', async () => {
    const { from, chunks } = await anotherProcess().open(add(), { from: 4 });
    expect([from, await all(chunks)]).toEqual([4, text.slice(4)]);
  });

  test('can be empty', async () => {
    const empty = drive.google.items.add({ content: Buffer.alloc(0) });
    expect(await all((await anotherProcess().open(empty)).chunks)).toBe('');
  });

  test('can be read from where the connection broke', async () => {
    const file = add();
    drive.google.fail('cut', { of: 'alt=media', afterBytes: 10 });
    const { chunks } = await anotherProcess().open(file);
    await expect(all(chunks)).rejects.toMatchObject({ code: 'DRIVE_UNREACHABLE' });
    expect(await all((await anotherProcess().open(file, { from: 10 })).chunks)).toBe(
      text.slice(10),
    );
  });

  test.each([
    ['html', 'DRIVE_ACCESS_ERROR'],
    ['cannotDownloadAbusiveFile', 'DRIVE_FILE_FLAGGED'],
    ['cannotDownloadFile', 'DRIVE_DOWNLOAD_REFUSED'],
  ])('is refused with an error message after %s', async (kind, code) => {
    drive.google.fail(kind, { of: 'alt=media' });
    await expect(anotherProcess().open(add())).rejects.toMatchObject({ code });
  });

  test('beyond its end means that the file has changed', async () => {
    const opened = anotherProcess().open(add(), { from: 100 });
    await expect(opened).rejects.toMatchObject({ code: 'DRIVE_FILE_CHANGED' });
  });
});

test('an upload is sent in parts, resumes where Drive has it, and goes to a new folder', async () => {
  const client = anotherProcess();
  const bytes = Buffer.alloc(UPLOAD_STEP * 2 + 5, 'a film ');
  const size = bytes.length;
  const folder = await client.createFolder('Week 12', null);
  const file = { name: 'roof.mp4', mimeType: 'video/mp4', parentId: folder.id, size };
  const session = await client.beginUpload(file);
  expect(await client.uploadProgress(session, size)).toEqual({ doneBytes: 0 });
  const first = { bytes: bytes.subarray(0, UPLOAD_STEP), from: 0, size };
  expect(await client.sendUpload(session, first)).toEqual({ doneBytes: UPLOAD_STEP });
  expect(await client.uploadProgress(session, size)).toEqual({ doneBytes: UPLOAD_STEP });
  const rest = { bytes: bytes.subarray(UPLOAD_STEP), from: UPLOAD_STEP, size };
  expect(await client.sendUpload(session, rest)).toMatchObject({
    file: { name: 'roof.mp4', sizeBytes: size },
  });
  const over = client.uploadProgress(session, size);
  await expect(over).rejects.toMatchObject({ code: 'DRIVE_SAVE_NOT_FOUND' });
  const theirs = drive.google.items.addFolder('Theirs');
  const refused = client.beginUpload({ ...file, parentId: theirs.id });
  await expect(refused).rejects.toMatchObject({ code: 'DRIVE_ACCESS_DENIED' });
});

describe('a redirect to another host', () => {
  const stranger = new FakeGoogle();
  beforeAll(() => stranger.listen());
  beforeEach(() => stranger.requests.splice(0));
  afterAll(() => stranger.close());
  const redirect = (of: string) => drive.google.fail('redirect', { of, to: `${stranger.url}/x` });
  const refusal = async (work: Promise<unknown>) => ({
    code: await work.catch((error: unknown) => error instanceof AppError && error.code),
    asked: stranger.requests,
  });
  const REFUSED = { code: 'DRIVE_ACCESS_ERROR', asked: [] };

  test('is not followed by lists, downloads, thumbnails or new folders', async () => {
    const file = drive.google.items.add({ content: Buffer.from('x'), hasThumbnail: true });
    redirect('GET /drive/v3/files?');
    expect(await refusal(anotherProcess().recent())).toEqual(REFUSED);
    redirect('alt=media');
    expect(await refusal(anotherProcess().open(file))).toEqual(REFUSED);
    redirect('POST /drive/v3/files');
    expect(await refusal(anotherProcess().createFolder('Week 12', null))).toEqual(REFUSED);
    redirect('/image/');
    expect(
      await anotherProcess().thumbnail(`${drive.google.url}/image/${file.id}=s220`),
    ).toBeNull();
    expect(stranger.requests).toEqual([]);
  });

  test('is not followed by uploads', async () => {
    const file = { name: 'a.mp4', mimeType: 'video/mp4', parentId: null, size: 5 };
    redirect('POST /upload/drive/v3/files');
    expect(await refusal(anotherProcess().beginUpload(file))).toEqual(REFUSED);
    const session = await anotherProcess().beginUpload(file);
    redirect('PUT ');
    // Drive uses 308 to request the next part, so it isn't treated as a redirect.
    const part = { bytes: Buffer.from('12345'), from: 0, size: 5 };
    expect(await anotherProcess().sendUpload(session, part)).toEqual({ doneBytes: 0 });
    expect(stranger.requests).toEqual([]);
  });

  test('is not followed by token renewals', async () => {
    drive.site.clock.advance(HOUR_MS);
    redirect('/token');
    const unreachable = { code: 'DRIVE_UNREACHABLE', asked: [] };
    expect(await refusal(anotherProcess().recent())).toEqual(unreachable);
  });
});

test("the token is sent only to Google's picture hosts, not to customers' machines", async () => {
  for (const link of [
    'https://1.2.3.4.bc.googleusercontent.com/a=s220',
    'https://lh3.googleusercontent.com.evil.example/a=s220',
    'http://lh3.googleusercontent.com/a=s220',
  ]) {
    expect(await anotherProcess().thumbnail(link)).toBeNull();
  }
});
