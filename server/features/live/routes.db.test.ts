import { once } from 'node:events';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { WebSocket } from 'ws';
import type { LiveMessage } from '#domain/live.ts';
import { changeProject } from '#server/features/projects/service.ts';
import { buildApp, type TestApp } from '#test/app.ts';
import { makeCompany, makePerson, makeProject, type Person } from '#test/factories.ts';

let product: TestApp;
let companyId: string;
let projectId: string;

beforeAll(async () => {
  product = await buildApp();
  ({ id: companyId } = await makeCompany(product.ctx));
  ({ id: projectId } = await makeProject(product.ctx, companyId));
});
afterAll(() => product.close());

type Channel = { socket: WebSocket; next: () => Promise<LiveMessage> };

/** Opens the channel; `next` is the message that has not been read yet, or the one to come. */
async function open({ cookie }: Person): Promise<Channel> {
  const messages: LiveMessage[] = [];
  const waiting: ((message: LiveMessage) => void)[] = [];
  const onInit = (socket: WebSocket) =>
    socket.on('message', (data: Buffer) => {
      const message = JSON.parse(data.toString()) as LiveMessage;
      const reader = waiting.shift();
      if (reader) reader(message);
      else messages.push(message);
    });
  const upgrade = { headers: { cookie } } as Parameters<typeof product.app.injectWS>[1];
  const socket = await product.app.injectWS('/api/live', upgrade, { onInit });
  const next = () => {
    const message = messages.shift();
    return message
      ? Promise.resolve(message)
      : new Promise<LiveMessage>((resolve) => {
          waiting.push(resolve);
        });
  };
  expect(await next()).toEqual({ kind: 'ready' });
  return { socket, next };
}

const change = (id = projectId) =>
  changeProject(product.ctx, { kind: 'system' }, id, { description: 'changed' });
const changed = (id: string) => ({
  kind: 'event',
  event: { type: 'project.changed', projectId: id },
});

describe('the live channel', () => {
  test('tells who sees a project that it changed, and nobody else', async () => {
    const { id: elsewhereId } = await makeCompany(product.ctx);
    const { id: theirs } = await makeProject(product.ctx, elsewhereId);
    const ours = await open(await makePerson(product.ctx, 'client', { companyId }));
    const other = await open(await makePerson(product.ctx, 'client', { companyId: elsewhereId }));
    await change();
    await change(theirs);
    expect(await ours.next()).toEqual(changed(projectId));
    expect(await other.next()).toEqual(changed(theirs));
    ours.socket.terminate();
    other.socket.terminate();
  });

  test('answers a heartbeat', async () => {
    const channel = await open(await makePerson(product.ctx, 'admin'));
    channel.socket.send(JSON.stringify({ kind: 'heartbeat' }));
    expect(await channel.next()).toEqual({ kind: 'heartbeat' });
    channel.socket.terminate();
  });

  test('stays open when the session gets a new secret, and does not pass for a use of the old one', async () => {
    const person = await makePerson(product.ctx, 'client', { companyId });
    const channel = await open(person);
    const { token } = await product.ctx.auth.refresh(person.cookie.split('=')[1] ?? '');
    product.clock.advance(60_000);
    await change();
    expect(await channel.next()).toEqual(changed(projectId));
    const cookie = `overfly_session=${token}`;
    const session = await product.inject({ url: '/api/session', headers: { cookie } });
    expect(session.json()).toMatchObject({ user: { id: person.id } });
    channel.socket.terminate();
  });

  test('closes when the session has ended, telling nothing more', async () => {
    const person = await makePerson(product.ctx, 'client', { companyId });
    const { socket } = await open(person);
    await product.ctx.auth.endSessionsOf(person.id);
    const closed = once(socket, 'close');
    await change();
    expect((await closed)[0]).toBe(4401);
  });

  test('sends browsers away to ask anew when events may have been missed', async () => {
    const { socket, next } = await open(await makePerson(product.ctx, 'admin'));
    const closed = once(socket, 'close').then(([code]) => code as number);
    await cutLine[product.ctx.db.kind]();
    const closedOrHeard = Promise.race([closed, next()]);
    if (product.ctx.db.kind === 'embedded') await change();
    const expected = { server: 1012, embedded: changed(projectId) };
    expect(await closedOrHeard).toEqual(expected[product.ctx.db.kind]);
    const again = await open(await makePerson(product.ctx, 'admin'));
    await change();
    expect(await again.next()).toEqual(changed(projectId));
    again.socket.terminate();
    socket.terminate();
  });

  test('sends a browser away to ask anew when an event cannot be passed on', async () => {
    const { socket } = await open(await makePerson(product.ctx, 'client', { companyId }));
    const closed = once(socket, 'close');
    const { as } = product.ctx.db;
    try {
      await as({ kind: 'system' }, async (tx) => {
        await product.ctx.live.publish(tx, { type: 'project.changed', projectId });
        Object.assign(product.ctx.db, { as: () => Promise.reject(new Error('no connection')) });
      });
      expect((await closed)[0]).toBe(1012);
    } finally {
      Object.assign(product.ctx.db, { as });
    }
  });
});

/** Ends the connection that carries events from the database; the embedded one has none to lose. */
const cutLine = {
  embedded: async () => {},
  server: async () => {
    const { connectionString } = product.ctx.db.pool.options;
    const other = new pg.Client({ connectionString });
    await other.connect();
    await other.query(
      `select pg_terminate_backend(pid) from pg_stat_activity
       where datname = current_database() and application_name = 'overfly listener'`,
    );
    await other.end();
  },
};
