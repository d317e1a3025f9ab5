import { createServer } from 'node:net';
import { once } from 'node:events';
import { expect, test } from 'vitest';
import { testConfig } from '#test/config.ts';
import { testLog } from '#test/database.ts';
import { openServer } from './platform/db/database.ts';
import { startFailureMessage } from './start-failure.ts';

const failureOf = (work: Promise<unknown>) =>
  work.then(
    () => null,
    (error: unknown) => error,
  );

test('names the PORT setting if the port is in use', async () => {
  const first = createServer().listen(0, '127.0.0.1');
  await once(first, 'listening');
  const { port } = first.address() as { port: number };
  const second = createServer().listen(port, '127.0.0.1');
  const [error] = await once(second, 'error');
  first.close();
  expect(startFailureMessage(error, testConfig('/tmp', { port, host: '127.0.0.1' }))).toBe(
    `PORT: ${port} is in use by another program on 127.0.0.1. Stop it, or choose another PORT.`,
  );
});

test('names the HOST setting if the host is not on this machine', async () => {
  const host = 'no-such-host.invalid';
  const [error] = await once(createServer().listen(0, host), 'error');
  expect(startFailureMessage(error, testConfig('/tmp', { host }))).toBe(
    `HOST: ${host} is not an address of this machine.`,
  );
});

test('names an unreachable database without its password', async () => {
  const databaseUrl = 'postgres://overfly:secret@127.0.0.1:1/site';
  const database = openServer(databaseUrl, testLog);
  const error = await failureOf(database.as({ kind: 'system' }, async () => null));
  await database.close();
  expect(startFailureMessage(error, testConfig('/tmp', { databaseUrl }))).toBe(
    'DATABASE_URL: the database site at 127.0.0.1:1 cannot be reached (connect ECONNREFUSED 127.0.0.1:1). ' +
      'Start it, or correct its address.',
  );
});

test('shows any other error unchanged', () => {
  expect(startFailureMessage(new Error('The sun is down.'), null)).toBe('The sun is down.');
});
