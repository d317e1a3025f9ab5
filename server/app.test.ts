import { once } from 'node:events';
import { get, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import Fastify from 'fastify';
import { expect, test, vi } from 'vitest';
import { closeApp } from './app.ts';

/** `finish` ends the response. */
async function startApp() {
  const app = Fastify({ requestTimeout: 0 });
  let finish = () => {};
  app.get('/', (_request, reply) => {
    reply.hijack();
    reply.raw.write('begun');
    finish = () => reply.raw.end('ended');
  });
  await app.listen({ host: '127.0.0.1', port: 0 });
  const { port } = app.server.address() as AddressInfo;
  const [answer] = (await once(get({ host: '127.0.0.1', port }), 'response')) as [IncomingMessage];
  await once(answer, 'readable');
  return { app, answer, finish: () => finish() };
}

test('shutdown lets running requests finish', async () => {
  const { app, answer, finish } = await startApp();
  const closed = closeApp(app, 60_000);
  finish();
  expect(String(Buffer.concat(await answer.toArray()))).toBe('begunended');
  await closed;
});

test('shutdown cuts requests that outlast the grace period', async () => {
  const { app, answer } = await startApp();
  const failed = vi.fn<(error: Error) => void>();
  answer.on('error', failed);
  await closeApp(app, 50);
  await vi.waitFor(() => expect(failed).toHaveBeenCalledOnce());
});
