import { once } from 'node:events';
import { randomBytes } from 'node:crypto';
import { readdir, stat } from 'node:fs/promises';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { temporaryFolder } from '#test/fixtures/temporary-folder.ts';
import { s3Storage, type S3Options } from './s3.ts';

// Failures only: a real server can't be made to fail on request, so this server responds as each test tells it to.
// Everything else is tested in storage.test.ts.

type Answer = (request: IncomingMessage, response: ServerResponse) => void;

const folder = temporaryFolder();
const bytes = randomBytes(1_000_000);
let server: Server;
let asked: string[];
let answer: Answer;

beforeEach(async () => {
  asked = [];
  server = createServer((request, response) => {
    asked.push(`${request.method} ${request.url}`.replace(/&?x-id=\w+/, '').replace(/[?=]$/, ''));
    request.resume().on('end', () => answer(request, response));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
});
afterEach(() => {
  server.closeAllConnections();
  server.close();
});

function open(options: Partial<S3Options> = {}) {
  const endpoint = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const keys = { accessKeyId: 'key', secretAccessKey: 'secret' };
  const settings = { endpoint, bucket: 'bucket', region: 'us-east-1', ...keys };
  return s3Storage(settings, { scratch: folder.path('scratch'), ...options });
}

const refuse =
  (status: number, code: string): Answer =>
  (_request, response) =>
    response
      .writeHead(status, { 'content-type': 'application/xml' })
      .end(`<Error><Code>${code}</Code><Message>from the server</Message></Error>`);

/** Returns these answers in order, then repeats the last one. */
function answerInTurn(...answers: Answer[]): Answer {
  return (request, response) =>
    (answers.length > 1 ? answers.shift() : answers[0])?.(request, response);
}

/** Sends the requested range, but breaks the connection after `most` bytes. */
const send =
  (most = Infinity, all = bytes): Answer =>
  ({ headers }, response) => {
    const [, from = '0', to] = /bytes=(\d+)-(\d+)/.exec(headers.range ?? '') ?? [];
    const part = all.subarray(Number(from), to === undefined ? undefined : Number(to) + 1);
    response.writeHead(headers.range ? 206 : 200, { 'content-length': part.length, etag: '"e"' });
    if (part.length <= most) response.end(part);
    else response.write(part.subarray(0, most), () => response.destroy());
  };

test.each([
  [403, 'QuotaExceeded'],
  [507, 'XMinioStorageFull'],
  [400, 'XMinioAdminBucketQuotaExceeded'],
])('%i %s means that the storage is full', async (status, code) => {
  answer = refuse(status, code);
  await expect(open().put('a', bytes)).rejects.toMatchObject({ code: 'STORAGE_FULL' });
});

test('objects are sent over one kept connection, so that a refusal can be read', async () => {
  const connections = new Set<unknown>();
  answer = ({ headers, socket }, response) => {
    expect(headers).not.toHaveProperty('expect');
    connections.add(socket);
    response.end();
  };
  const storage = open();
  for (const key of ['a', 'b', 'c']) await storage.put(key, randomBytes(3_000_000));
  expect(connections.size).toBe(1);
});

test('a closed connection is reported as such', async () => {
  answer = ({ socket }) => socket.destroy();
  await expect(open().put('a', bytes)).rejects.toThrow(
    /^Object storage failed: S3_ENDPOINT closed the connection \((ECONNRESET|EPIPE)\)$/,
  );
});

test('a busy server is tried three times', async () => {
  answer = answerInTurn(refuse(503, 'SlowDown'), refuse(503, 'SlowDown'), (_request, response) =>
    response.end(),
  );
  await open().put('a', bytes);
  expect(asked).toEqual(Array.from({ length: 3 }, () => 'PUT /bucket/a'));
});

test('after three attempts the failure is reported, not taken for a missing file', async () => {
  answer = refuse(503, 'SlowDown');
  await expect(open().size('a')).rejects.toThrow('Object storage failed:');
  asked = [];
  await expect(open().read('a')).rejects.toThrow(
    'Object storage failed: SlowDown: from the server',
  );
  expect(asked).toHaveLength(3);
});

test('an unreachable server is reported as such', async () => {
  const storage = open();
  server.close();
  const detail = 'S3_ENDPOINT cannot be reached (ECONNREFUSED)';
  await expect(storage.read('a')).rejects.toThrow(`Object storage failed: ${detail}`);
  expect(await storage.state()).toEqual({ ok: false, detail });
});

test('a server that never responds does not block the health page', async () => {
  answer = () => undefined;
  expect(await open({ stateMs: 100 }).state()).toEqual({
    ok: false,
    detail: 'S3_ENDPOINT did not respond in time',
  });
});

test('a server that never responds causes an error', async () => {
  answer = () => undefined;
  await expect(open({ idleMs: 100 }).read('a')).rejects.toThrow(
    'S3_ENDPOINT did not respond in time',
  );
});

test('a download resumes where the connection broke, with the same version', async () => {
  const headers: IncomingMessage['headers'][] = [];
  const cut = send(300_000);
  answer = (request, response) => {
    headers.push(request.headers);
    cut(request, response);
  };
  expect((await open().read('a')).equals(bytes)).toBe(true);
  expect(headers.length).toBeGreaterThan(3);
  expect(headers[0]).not.toHaveProperty('range');
  for (const again of headers.slice(1)) {
    expect(again.range).toMatch(/^bytes=[1-9]\d*-999999$/);
    expect(again['if-match']).toBe('"e"');
  }
});

test('a range resumes within the range', async () => {
  answer = answerInTurn(send(100_000), send());
  const stream = await open().open('a', { start: 500_000, end: 799_999 });
  expect((await buffer(stream)).equals(bytes.subarray(500_000, 800_000))).toBe(true);
  expect(asked).toHaveLength(2);
});

test('a download without progress fails instead of retrying forever', async () => {
  answer = answerInTurn(send(300_000), send(0));
  await expect(open().read('a')).rejects.toThrow('Object storage failed');
});

test('a server that ignores ranges causes an error', async () => {
  const whole: Answer = (request, response) => {
    delete request.headers.range;
    send()(request, response);
  };
  answer = answerInTurn(send(300_000), whole);
  await expect(open().read('a')).rejects.toThrow('the server ignores ranges');
});

test('a reader that pauses longer than a connection lasts gets all bytes', async () => {
  const large = randomBytes(40_000_000); // more than the buffers on the way take
  const paused = Promise.withResolvers<void>();
  answer = (request, response) => {
    response.once('close', () => paused.resolve());
    send(Infinity, large)(request, response);
  };
  const stream = await open({ idleMs: 100 }).open('a');
  await paused.promise;
  expect((await buffer(stream)).equals(large)).toBe(true);
  expect(asked.length).toBeGreaterThan(1);
});

test('if a part is refused, the upload is dropped and the file stays', async () => {
  const path = await folder.write('large', randomBytes(30 * 1024 ** 2));
  answer = (request, response) => {
    const isStart = request.url?.includes('uploads');
    if (isStart) response.end('<R><UploadId>1</UploadId></R>');
    else if (request.method === 'DELETE') response.writeHead(204).end();
    else if (request.url?.includes('partNumber=2')) refuse(403, 'QuotaExceeded')(request, response);
    else response.setHeader('etag', '"e"').end();
  };
  await expect(open().moveIn(path, 'a')).rejects.toMatchObject({ code: 'STORAGE_FULL' });
  expect((await stat(path)).size).toBe(30 * 1024 ** 2);
  expect(asked.at(-1)).toBe('DELETE /bucket/a?uploadId=1');
  expect(asked.filter((line) => line.startsWith('POST'))).toEqual(['POST /bucket/a?uploads']);
});

test('a failed local copy leaves no file behind', async () => {
  answer = answerInTurn(send(300_000), send(0));
  await expect(open().withLocalFile('a', stat)).rejects.toThrow('Object storage failed');
  expect(await readdir(folder.path('scratch'))).toEqual([]);
});
