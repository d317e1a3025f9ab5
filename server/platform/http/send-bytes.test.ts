import { once } from 'node:events';
import { randomBytes } from 'node:crypto';
import { Readable } from 'node:stream';
import Fastify from 'fastify';
import { expect, test } from 'vitest';
import { AppError } from '#domain/errors.ts';
import { sendBytes, type Sendable } from './send-bytes.ts';

const BYTES = Buffer.from('0123456789');
const ETAG = '"tag"';

const sources: Record<string, Sendable['bytes']> = {
  memory: BYTES,
  stream: ({ start, end }) => Readable.from([BYTES.subarray(start, end + 1)]),
};

function appWith(sendable: Partial<Sendable> = {}) {
  const app = Fastify();
  app.route({
    method: ['GET', 'HEAD'],
    url: '/',
    exposeHeadRoute: false,
    handler: (request, reply) =>
      sendBytes(request, reply, {
        size: BYTES.length,
        etag: ETAG,
        bytes: BYTES,
        headers: { 'content-type': 'image/webp', 'cache-control': 'private, no-cache' },
        ...sendable,
      }),
  });
  return app;
}

const get = (headers: Record<string, string>, sendable: Partial<Sendable> = {}) =>
  appWith(sendable).inject({ url: '/', headers });

test.each(Object.entries(sources))(
  'everything is sent from %s with its length and tag',
  async (_source, bytes) => {
    const response = await get({}, { bytes });
    expect(response.statusCode).toBe(200);
    expect(response.body).toBe('0123456789');
    expect(response.headers).toMatchObject({
      'content-length': '10',
      'accept-ranges': 'bytes',
      'content-type': 'image/webp',
      'cache-control': 'private, no-cache',
      etag: ETAG,
    });
  },
);

test.each(Object.entries(sources))('a range is sent from %s', async (_source, bytes) => {
  const response = await get({ range: 'bytes=2-4' }, { bytes });
  expect(response.statusCode).toBe(206);
  expect(response.body).toBe('234');
  expect(response.headers).toMatchObject({
    'content-range': 'bytes 2-4/10',
    'content-length': '3',
  });
});

test('the last bytes can be requested, and ranges may exceed the size', async () => {
  expect((await get({ range: 'bytes=-3' })).body).toBe('789');
  expect((await get({ range: 'bytes=8-99' })).body).toBe('89');
});

test('a range after the end gets 416 and the size', async () => {
  const response = await get({ range: 'bytes=10-' });
  expect(response.statusCode).toBe(416);
  expect(response.headers['content-range']).toBe('bytes */10');
});

test('If-Range with the tag sends the range, with another tag everything', async () => {
  expect((await get({ range: 'bytes=5-', 'if-range': ETAG })).statusCode).toBe(206);
  for (const tag of ['"other"', `W/${ETAG}`, 'Fri, 20 Nov 2026 12:00:00 GMT']) {
    const response = await get({ range: 'bytes=5-', 'if-range': tag });
    expect(response.statusCode).toBe(200);
    expect(response.body).toBe('0123456789');
  }
});

test.each([ETAG, `W/${ETAG}`, `"other", ${ETAG}`, '*'])(
  'If-None-Match: %s gets an empty 304',
  async (tag) => {
    const response = await get({ 'if-none-match': tag, range: 'bytes=2-4' });
    expect(response.statusCode).toBe(304);
    expect(response.body).toBe('');
    expect(response.headers).toMatchObject({ etag: ETAG, 'cache-control': 'private, no-cache' });
  },
);

test('If-None-Match with another tag sends everything', async () => {
  expect((await get({ 'if-none-match': '"other"' })).statusCode).toBe(200);
});

test('HEAD returns the length without opening the bytes', async () => {
  const app = appWith({ bytes: () => Promise.reject(new Error('opened')) });
  const whole = await app.inject({ method: 'HEAD', url: '/' });
  expect(whole.statusCode).toBe(200);
  expect(whole.headers['content-length']).toBe('10');
  const part = await app.inject({ method: 'HEAD', url: '/', headers: { range: 'bytes=0-3' } });
  expect(part.statusCode).toBe(206);
  expect(part.headers['content-length']).toBe('4');
});

test("an error has none of the file's headers", async () => {
  const response = await get({}, { bytes: () => Promise.reject(new AppError('FILE_NOT_FOUND')) });
  expect(response.statusCode).toBe(404);
  expect(response.headers).not.toHaveProperty('cache-control');
  expect(response.headers).not.toHaveProperty('etag');
});

test('a transfer stops when access is revoked, without sending buffered data', async () => {
  const chunk = Buffer.alloc(1024 ** 2);
  const isWatched = Promise.withResolvers<() => void>();
  let isUnwatched = false;
  async function* forEver() {
    for (;;) yield chunk;
  }
  const app = appWith({
    size: 4096 * chunk.length,
    bytes: forEver,
    watch(end) {
      isWatched.resolve(() => end(new AppError('FILE_NOT_FOUND')));
      return () => void (isUnwatched = true);
    },
  });
  try {
    const address = await app.listen({ port: 0, host: '127.0.0.1' });
    // Doesn't read the body, so that buffers are full when access is revoked.
    const response = await fetch(address);
    (await isWatched.promise)();
    const received = await countUntilBroken(response);
    expect(received.broke).toBe(true);
    await expect.poll(() => isUnwatched).toBe(true);
  } finally {
    await app.close();
  }
});

test('a source opened for a disconnected browser is closed', async () => {
  const source = new Readable({ read() {} });
  const browser = new AbortController();
  const gone = Promise.withResolvers<void>();
  const app = appWith({
    async bytes() {
      browser.abort();
      await gone.promise;
      return source;
    },
  });
  app.addHook('onRequest', async (_request, reply) => {
    reply.raw.once('close', gone.resolve);
  });
  try {
    const address = await app.listen({ port: 0, host: '127.0.0.1' });
    const closed = once(source, 'close');
    await expect(fetch(address, { signal: browser.signal })).rejects.toThrow('aborted');
    await closed;
    expect(source.destroyed).toBe(true);
  } finally {
    await app.close();
  }
});

test.each([
  ['fewer', BYTES.subarray(1)],
  ['more', Buffer.concat([BYTES, BYTES])],
])('a source with %s bytes than announced breaks the connection', async (_what, bytes) => {
  const app = appWith({ bytes: () => Readable.from([bytes]) });
  try {
    const address = await app.listen({ port: 0, host: '127.0.0.1' });
    const received = await fetch(address).then(countUntilBroken, () => ({ bytes: 0, broke: true }));
    expect(received.broke).toBe(true);
    expect(received.bytes).toBeLessThan(BYTES.length);
  } finally {
    await app.close();
  }
});

test('a source may reuse its buffer for the next chunk', async () => {
  const size = 24 * 1024 ** 2;
  const whole = randomBytes(size);
  const memory = Buffer.alloc(1024 ** 2);
  async function* inOneBuffer() {
    for (let at = 0; at < size; at += memory.length) {
      whole.copy(memory, 0, at, at + memory.length);
      yield memory;
      memory.fill(0);
    }
  }
  const app = appWith({ size, bytes: inOneBuffer });
  try {
    const address = await app.listen({ port: 0, host: '127.0.0.1' });
    const received = Buffer.from(await (await fetch(address)).arrayBuffer());
    expect(received.equals(whole)).toBe(true);
  } finally {
    await app.close();
  }
});

async function countUntilBroken(response: Response) {
  let bytes = 0;
  try {
    for await (const part of response.body ?? []) bytes += part.length;
  } catch {
    return { bytes, broke: true };
  }
  return { bytes, broke: false };
}
