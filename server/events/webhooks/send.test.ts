import { once } from 'node:events';
import { lookup } from 'node:dns/promises';
import { createServer, type AddressInfo, type Socket } from 'node:net';
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { startWebhookReceiver, type WebhookReceiver } from '#test/webhook-receiver.ts';
import { post } from './send.ts';

vi.mock('node:dns/promises', () => ({ lookup: vi.fn<typeof lookup>() }));

const OPEN = { webhooks: { allowPrivate: true } };
const CLOSED = { webhooks: { allowPrivate: false } };
let receiver: WebhookReceiver;
const leadsTo = (...addresses: string[]) =>
  vi
    .mocked(lookup)
    .mockResolvedValue(addresses.map((address) => ({ address, family: 4 })) as never);
const message = (url: string) => ({ url, headers: { 'webhook-id': 'a' }, body: '{}' });
/** A message to a host name that only the mocked lookup resolves. */
const named = () => message(receiver.url.replace('127.0.0.1', 'receiver.invalid'));

beforeAll(async () => {
  receiver = await startWebhookReceiver();
});
beforeEach(() => {
  receiver.received.length = 0;
  vi.mocked(lookup).mockReset();
});
afterAll(() => receiver.close());

test('a message goes to the checked address, and the name is resolved once', async () => {
  leadsTo('127.0.0.1');
  expect(await post(OPEN, named())).toEqual({ status: 204, response: '' });
  expect(receiver.received).toHaveLength(1);
  expect(lookup).toHaveBeenCalledTimes(1);
});

test('a name with any private address gets nothing', async () => {
  leadsTo('9.9.9.9', '127.0.0.1');
  const secure = { ...named(), url: named().url.replace('http:', 'https:') };
  await expect(post(CLOSED, secure)).rejects.toThrow('private network');
  await expect(post(CLOSED, named())).rejects.toThrow('https://');
  expect(receiver.received).toEqual([]);
});

test("a redirect counts as the response and isn't followed", async () => {
  leadsTo('127.0.0.1');
  receiver.answer(302, '', { location: receiver.url });
  expect((await post(OPEN, named())).status).toBe(302);
  expect(receiver.received).toHaveLength(1);
});

test('only the first KiB of the response is read', async () => {
  leadsTo('127.0.0.1');
  receiver.answer(500, `${'x'.repeat(1023)}yz`);
  const { response } = await post(OPEN, named());
  expect([response.length, response.at(-1)]).toEqual([1024, 'y']);
});

test('a slow receiver times out', async () => {
  leadsTo('127.0.0.1');
  receiver.answer(null);
  await expect(post(OPEN, named(), 50)).rejects.toThrow('No response within 0.05 seconds.');
});

/** Sends a message to a receiver that runs `act`. Returns the error. */
async function sayOf(act: (socket: Socket) => void, scheme = 'http'): Promise<unknown> {
  leadsTo('127.0.0.1');
  const server = createServer((socket) => {
    socket.on('error', () => {});
    socket.once('data', () => act(socket));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const sent = await post(OPEN, message(`${scheme}://receiver.invalid:${port}/`)).catch(
    (error: unknown) => error,
  );
  server.close();
  return sent instanceof Error ? sent.message : sent;
}

test.each<[string, (socket: Socket) => void]>([
  ['without a response', (socket) => socket.end()],
  ['without a response', (socket) => socket.resetAndDestroy()],
  [
    'before its response was complete',
    (socket) => socket.end('HTTP/1.1 200 OK\r\ncontent-length: 9\r\n\r\nhalf'),
  ],
])('reports a connection that was closed %s', async (when, act) => {
  expect(await sayOf(act)).toBe(`The receiver closed the connection ${when}.`);
});

test("reports a receiver that doesn't speak HTTP or HTTPS", async () => {
  const nonsense = (socket: Socket) => socket.end('220 mail.example ESMTP\r\n');
  expect(await sayOf(nonsense)).toBe("The receiver's response is not HTTP.");
  expect(await sayOf(nonsense, 'https')).toMatch(/^The receiver refused a secure connection\./);
});

test('reports an unreachable receiver', async () => {
  leadsTo('127.0.0.1');
  await expect(post(OPEN, message('http://receiver.invalid:1/'))).rejects.toThrow(
    'The receiver refused the connection.',
  );
  const unknown = new Error('getaddrinfo ENOTFOUND receiver.invalid');
  vi.mocked(lookup).mockRejectedValue(Object.assign(unknown, { code: 'ENOTFOUND' }));
  await expect(post(OPEN, named())).rejects.toThrow("The receiver's address does not exist.");
  vi.mocked(lookup).mockRejectedValue(Object.assign(unknown, { code: 'EODD' }));
  await expect(post(OPEN, named())).rejects.toThrow("The receiver can't be reached (EODD).");
});
