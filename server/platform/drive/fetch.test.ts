import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, beforeEach, expect, test, afterEach, vi } from 'vitest';
import { z } from 'zod';
import { fetchFromGoogle, isContentHost, textWithTimeout } from './fetch.ts';
import { createRequests } from './requests.ts';

type Host = { server: Server; url: string; asked: { url: string; headers: IncomingHttpHeaders }[] };

/** Redirects `/to/<address>` to that address; responds to any other request with its path. */
async function openHost(): Promise<Host> {
  const asked: Host['asked'] = [];
  const server = createServer(({ url = '', headers }, response) => {
    asked.push({ url, headers });
    const to = url.startsWith('/to/') ? decodeURIComponent(url.slice('/to/'.length)) : null;
    if (to === null) response.end(url);
    else response.writeHead(302, { location: to }).end();
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return { server, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, asked };
}

let [drive, images, stranger]: [Host, Host, Host] = [] as never;
beforeAll(async () => {
  [drive, images, stranger] = [await openHost(), await openHost(), await openHost()];
});
beforeEach(() => [drive, images, stranger].forEach(({ asked }) => asked.splice(0)));
afterAll(() => [drive, images, stranger].forEach(({ server }) => server.close()));

const HEADERS = {
  authorization: 'Bearer secret',
  'x-goog-drive-resource-keys': 'a/0-b',
  range: 'bytes=1-',
};
const get = (url: string, method = 'GET') => {
  const { url: base } = drive;
  const bases = {
    auth: base,
    token: base,
    drive: base,
    upload: base,
    image: images.url,
    web: base,
  };
  return fetchFromGoogle(bases, new URL(url), { method, headers: HEADERS });
};
const to = (host: Host, target: string) => `${host.url}/to/${encodeURIComponent(target)}`;

test('redirects keep the token on the same host and drop it on another configured one', async () => {
  expect(await (await get(to(drive, '/file'))).text()).toBe('/file');
  expect(drive.asked[1]?.headers).toMatchObject(HEADERS);
  expect(await (await get(to(drive, `${images.url}/picture`))).text()).toBe('/picture');
  expect(images.asked[0]?.headers).not.toHaveProperty('authorization');
  expect(images.asked[0]?.headers).not.toHaveProperty('x-goog-drive-resource-keys');
  expect(images.asked[0]?.headers.range).toBe('bytes=1-');
  // The header isn't sent again if a redirect leads back to the first host.
  await get(to(drive, to(images, `${drive.url}/back`)));
  expect(drive.asked.at(-1)).toMatchObject({ url: '/back' });
  expect(drive.asked.at(-1)?.headers).not.toHaveProperty('authorization');
});

test.each([
  ['another host', () => `${stranger.url}/x`],
  ['another scheme', () => 'file:///etc/passwd'],
  ['an invalid URL', () => 'http://'],
])('a redirect to %s is not followed', async (_where, address) => {
  expect((await get(to(drive, address()))).status).toBe(302);
  expect(stranger.asked).toEqual([]);
});

test('only a GET follows redirects, at most five', async () => {
  expect((await get(to(drive, '/file'), 'POST')).status).toBe(302);
  const chain = (length: number): string => (length === 0 ? '/end' : to(drive, chain(length - 1)));
  expect((await get(chain(5))).status).toBe(200);
  drive.asked.splice(0);
  expect((await get(chain(6))).status).toBe(302);
  expect(drive.asked).toHaveLength(6);
});

test.each([
  ['https://lh3.googleusercontent.com/d/1=s220', true],
  ['https://doc-0s-3g-docs.googleusercontent.com/docs/1', true],
  ['http://lh3.googleusercontent.com/d/1', false],
  ['https://lh3.googleusercontent.com:8443/d/1', false],
  ['https://4.3.2.1.bc.googleusercontent.com/', false],
  ['https://googleusercontent.com.evil.example/', false],
])("%s is one of Google's content hosts: %s", (address, expected) => {
  expect(isContentHost(new URL(address))).toBe(expected);
});

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

type Sent = { parts?: string[]; end?: 'closes' | 'breaks' | 'stalls' | 'trickles' };

function answer({ parts = [], end = 'closes' }: Sent, status = 200): Response {
  const waiting = parts.map((part) => Buffer.from(part));
  const body = new ReadableStream<Uint8Array>({
    async pull(line) {
      const part = waiting.shift();
      if (part) return line.enqueue(part);
      if (end === 'closes') return line.close();
      if (end === 'breaks') return line.error(new Error('the connection broke'));
      if (end === 'stalls') await new Promise(() => {});
      await pause(5);
      line.enqueue(Buffer.from(' '));
    },
  });
  return new Response(body, { status });
}

test('a response is read to its end, even if a character is split', async () => {
  const [first, second] = [Buffer.from('é').subarray(0, 1), Buffer.from('é').subarray(1)];
  const body = new ReadableStream<Uint8Array>({
    start(line) {
      line.enqueue(first);
      line.enqueue(second);
      line.close();
    },
  });
  expect(await textWithTimeout(new Response(body))).toBe('é');
  expect(await textWithTimeout(new Response(null))).toBe('');
});

test.each(['breaks', 'stalls', 'trickles'] as const)(
  'a response that %s fails with an error',
  async (end) => {
    const reading = textWithTimeout(answer({ parts: ['{'], end }), 30);
    await expect(reading).rejects.toMatchObject({ code: 'DRIVE_UNREACHABLE' });
  },
);

/** Requests a file name while Drive returns these responses in order. */
function ask(answers: Response[], method: 'GET' | 'POST' = 'GET') {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const send = vi.fn<typeof fetch>(() => Promise.resolve(answers.shift() ?? Response.error()));
  vi.stubGlobal('fetch', send);
  const log = { info: () => {}, warn: () => {} };
  const tokens = { current: () => Promise.resolve('token') };
  const requests = createRequests({ tokens, log, bases: {} } as unknown as Parameters<
    typeof createRequests
  >[0]);
  const asked = requests.read(
    { url: 'https://drive.test/', method },
    z.object({ name: z.string() }),
  );
  const outcome = asked.catch((error: unknown) => error);
  return { outcome, send };
}

test('a response that never ends is retried once after 30 seconds', async () => {
  const whole = answer({ parts: ['{"name":', '"roof.jpg"}'] });
  const { outcome, send } = ask([answer({ parts: ['{'], end: 'stalls' }), whole]);
  await vi.advanceTimersByTimeAsync(29_000);
  expect(send).toHaveBeenCalledTimes(1);
  await vi.advanceTimersByTimeAsync(1000);
  expect(await outcome).toEqual({ name: 'roof.jpg' });
});

test('a POST is never retried, and a GET fails after the second attempt', async () => {
  const stalled = () => answer({ end: 'stalls' });
  for (const [method, times] of [
    ['POST', 1],
    ['GET', 2],
  ] as const) {
    const { outcome, send } = ask([stalled(), stalled()], method);
    await vi.advanceTimersByTimeAsync(60_000);
    expect(await outcome).toMatchObject({ code: 'DRIVE_UNREACHABLE' });
    expect(send).toHaveBeenCalledTimes(times);
  }
});

test('a refusal without a complete body still gets its error code', async () => {
  const { outcome } = ask([answer({ end: 'stalls' }, 404)]);
  await vi.advanceTimersByTimeAsync(30_000);
  expect(await outcome).toMatchObject({ code: 'DRIVE_FILE_NOT_FOUND' });
});
