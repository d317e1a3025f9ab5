import { lookup } from 'node:dns/promises';
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
/** Under a name that only the answer of the look-up leads anywhere from. */
const named = () => message(receiver.url.replace('127.0.0.1', 'receiver.invalid'));

beforeAll(async () => {
  receiver = await startWebhookReceiver();
});
beforeEach(() => {
  receiver.received.length = 0;
  vi.mocked(lookup).mockReset();
});
afterAll(() => receiver.close());

test('a message goes to the address that was looked at, and the name is asked for once', async () => {
  leadsTo('127.0.0.1');
  expect(await post(OPEN, named())).toEqual({ status: 204, response: '' });
  expect(receiver.received).toHaveLength(1);
  expect(lookup).toHaveBeenCalledTimes(1);
});

test('a name with a private address among its public ones gets nothing', async () => {
  leadsTo('9.9.9.9', '127.0.0.1');
  const secure = { ...named(), url: named().url.replace('http:', 'https:') };
  await expect(post(CLOSED, secure)).rejects.toThrow('private network');
  await expect(post(CLOSED, named())).rejects.toThrow('https://');
  expect(receiver.received).toEqual([]);
});

test('a redirect is an answer, and followed nowhere', async () => {
  leadsTo('127.0.0.1');
  receiver.answer(302, '', { location: receiver.url });
  expect((await post(OPEN, named())).status).toBe(302);
  expect(receiver.received).toHaveLength(1);
});

test('of the answer the first KiB is read', async () => {
  leadsTo('127.0.0.1');
  receiver.answer(500, `${'x'.repeat(1023)}yz`);
  const { response } = await post(OPEN, named());
  expect([response.length, response.at(-1)]).toEqual([1024, 'y']);
});

test('a receiver that does not answer is waited for no longer than that', async () => {
  leadsTo('127.0.0.1');
  receiver.answer(null);
  await expect(post(OPEN, named(), 50)).rejects.toThrow('No answer within 0.05 seconds.');
});
