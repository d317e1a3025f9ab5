import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { AppError } from '#domain/errors.ts';
import { runDriveSite } from '#test/fixtures/drive-site.ts';
import { FakeGoogle } from '#test/fixtures/google/google.ts';
import { createDrive, type Drive } from './drive.ts';
import { UPLOAD_STEP } from './uploads.ts';

const HOUR_MS = 3_600_000;
const drive = runDriveSite();
beforeAll(() => drive.connect());

/** Like another process on the same database. */
const another = (): Drive => createDrive(drive.site.ctx);
const refreshes = () => drive.google.oauth.handedOut['refresh'] ?? 0;

async function all(chunks: AsyncIterable<Uint8Array>): Promise<string> {
  const parts: Uint8Array[] = [];
  for await (const chunk of chunks) parts.push(chunk);
  return Buffer.concat(parts).toString();
}

describe('the access token', () => {
  test('is renewed once an hour, by one of many processes', async () => {
    const processes = [drive.site.ctx.drive, another(), another(), another()];
    drive.site.clock.advance(HOUR_MS);
    const before = refreshes();
    await Promise.all([...processes, ...processes].map((each) => each.recent()));
    expect(refreshes() - before).toBe(1);
  });

  test('that Google takes no more is replaced once', async () => {
    drive.google.oauth.expire();
    const before = refreshes();
    await Promise.all([another().recent(), another().recent()]);
    expect(refreshes() - before).toBe(1);
  });

  test('is asked for again by another when the one that asked failed', async () => {
    drive.site.clock.advance(HOUR_MS);
    drive.google.oauth.access.clear();
    drive.google.fail('html', { of: '/token' });
    const outcomes = await Promise.allSettled([another().recent(), another().recent()]);
    expect(outcomes.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
  });
});

describe('a request', () => {
  test.each(['userRateLimitExceeded', '429', '503', 'no-answer'])(
    'is made again after %s',
    async (kind) => {
      drive.google.fail(kind, { of: '/drive/v3/files?' });
      expect(await another().recent()).toEqual([]);
    },
  );

  test.each([
    ['429', 'DRIVE_QUOTA'],
    ['503', 'DRIVE_UNREACHABLE'],
  ])('ends in words when %s does not end', async (kind, code) => {
    drive.google.fail(kind, { of: '/drive/v3/files?', times: 5 });
    await expect(another().recent()).rejects.toMatchObject({ code });
  });

  test('that is told to come back in an hour says so at once', async () => {
    drive.google.fail('429', { of: '/drive/v3/files?', retryAfter: 3600 });
    await expect(another().recent()).rejects.toMatchObject({ code: 'DRIVE_QUOTA' });
  });

  test('that is answered with a page is not taken for an answer', async () => {
    drive.google.fail('html', { of: '/drive/v3/files?' });
    await expect(another().recent()).rejects.toMatchObject({ code: 'DRIVE_ACCESS_ERROR' });
  });
});

describe('a list', () => {
  const asksFor = (from: number) =>
    drive.google.asked
      .slice(from)
      .map((line) => new URL(line.slice('GET '.length), drive.google.url).searchParams)
      .map((asked) => [
        asked.get('pageSize'),
        asked.get('corpora'),
        asked.get('supportsAllDrives'),
      ]);
  const namesIn = async (folder: { id: string }) => {
    const names: string[] = [];
    for await (const page of another().pagesOf(folder)) names.push(...page.map(({ name }) => name));
    return names;
  };

  test('is asked for in three ways, until one finds something', async () => {
    const folder = drive.google.items.addFolder('Week 12');
    drive.google.items.add({ name: 'roof.jpg', parents: [folder.id] });
    drive.google.fail('nothing', { of: '/drive/v3/files?', times: 2 });
    const from = drive.google.asked.length;
    expect(await namesIn(folder)).toEqual(['roof.jpg']);
    expect(asksFor(from)).toEqual([
      ['100', null, 'true'],
      ['100', 'allDrives', 'true'],
      ['100', null, null],
    ]);
    expect(await namesIn(folder)).toEqual(['roof.jpg']);
    expect(asksFor(from)).toHaveLength(4);
  });

  test('that may not be asked for in another way is empty', async () => {
    const folder = drive.google.items.addFolder('Nothing yet');
    drive.google.fail('insufficientFilePermissions', { of: 'corpora=allDrives' });
    expect(await namesIn(folder)).toEqual([]);
  });

  test('of what changed last has twenty photos and films, the latest first', async () => {
    const days = Array.from({ length: 21 }, (_, index) => 10 + index);
    for (const day of days)
      drive.google.items.add({ name: `${day}.jpg`, modifiedTime: `2031-03-${day}T09:00:00.000Z` });
    const names = (await another().recent()).map(({ name }) => name);
    expect(names).toEqual(
      days
        .slice(1)
        .reverse()
        .map((day) => `${day}.jpg`),
    );
  });

  test('of five is asked for when the account is connected', async () => {
    const from = drive.google.asked.length;
    await drive.connect();
    const [root] = drive.google.asked.slice(from).filter((line) => line.includes('root'));
    expect(root).toMatch(/pageSize=5(?:&|$)/);
  });
});

describe('the bytes of a file', () => {
  const text = 'All that was flown over.';
  const add = () => drive.google.items.add({ content: Buffer.from(text) });

  test('are read from any one on', async () => {
    const { from, chunks } = await another().open(add(), { from: 4 });
    expect([from, await all(chunks)]).toEqual([4, text.slice(4)]);
  });

  test('of which there are none are read, too', async () => {
    const empty = drive.google.items.add({ content: Buffer.alloc(0) });
    expect(await all((await another().open(empty)).chunks)).toBe('');
  });

  test('that break off say so, and the rest is there', async () => {
    const file = add();
    drive.google.fail('cut', { of: 'alt=media', afterBytes: 10 });
    const { chunks } = await another().open(file);
    await expect(all(chunks)).rejects.toMatchObject({ code: 'DRIVE_UNREACHABLE' });
    expect(await all((await another().open(file, { from: 10 })).chunks)).toBe(text.slice(10));
  });

  test.each([
    ['html', 'DRIVE_ACCESS_ERROR'],
    ['cannotDownloadAbusiveFile', 'DRIVE_FILE_FLAGGED'],
    ['cannotDownloadFile', 'DRIVE_DOWNLOAD_REFUSED'],
  ])('for which %s comes are refused in words', async (kind, code) => {
    drive.google.fail(kind, { of: 'alt=media' });
    await expect(another().open(add())).rejects.toMatchObject({ code });
  });

  test('beyond the end are those of a file that has changed', async () => {
    const opened = another().open(add(), { from: 100 });
    await expect(opened).rejects.toMatchObject({ code: 'DRIVE_FILE_CHANGED' });
  });
});

test('a file is sent in parts, goes on where Drive has it, and lies in a folder that was made', async () => {
  const client = another();
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
  beforeEach(() => stranger.asked.splice(0));
  afterAll(() => stranger.close());
  const redirect = (of: string) => drive.google.fail('redirect', { of, to: `${stranger.url}/x` });
  const refusal = async (work: Promise<unknown>) => ({
    code: await work.catch((error: unknown) => error instanceof AppError && error.code),
    asked: stranger.asked,
  });
  const REFUSED = { code: 'DRIVE_ACCESS_ERROR', asked: [] };

  test('is not followed by a list, a download, a thumbnail or a folder that is made', async () => {
    const file = drive.google.items.add({ content: Buffer.from('x'), hasThumbnail: true });
    redirect('GET /drive/v3/files?');
    expect(await refusal(another().recent())).toEqual(REFUSED);
    redirect('alt=media');
    expect(await refusal(another().open(file))).toEqual(REFUSED);
    redirect('POST /drive/v3/files');
    expect(await refusal(another().createFolder('Week 12', null))).toEqual(REFUSED);
    redirect('/image/');
    expect(await another().thumbnail(`${drive.google.url}/image/${file.id}=s220`)).toBeNull();
    expect(stranger.asked).toEqual([]);
  });

  test('is not followed by an upload', async () => {
    const file = { name: 'a.mp4', mimeType: 'video/mp4', parentId: null, size: 5 };
    redirect('POST /upload/drive/v3/files');
    expect(await refusal(another().beginUpload(file))).toEqual(REFUSED);
    const session = await another().beginUpload(file);
    redirect('PUT ');
    // With 308, Drive requests the next part.
    const part = { bytes: Buffer.from('12345'), from: 0, size: 5 };
    expect(await another().sendUpload(session, part)).toEqual({ doneBytes: 0 });
    expect(stranger.asked).toEqual([]);
  });

  test('is not followed when a token is renewed', async () => {
    drive.site.clock.advance(HOUR_MS);
    redirect('/token');
    const unreachable = { code: 'DRIVE_UNREACHABLE', asked: [] };
    expect(await refusal(another().recent())).toEqual(unreachable);
  });
});

test('a picture is fetched with the token from Google alone, not from machines of its customers', async () => {
  for (const link of [
    'https://1.2.3.4.bc.googleusercontent.com/a=s220',
    'https://lh3.googleusercontent.com.evil.example/a=s220',
    'http://lh3.googleusercontent.com/a=s220',
  ]) {
    expect(await another().thumbnail(link)).toBeNull();
  }
});
