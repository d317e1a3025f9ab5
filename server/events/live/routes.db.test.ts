import { once } from 'node:events';
import { isDeepStrictEqual } from 'node:util';
import pg from 'pg';
import { beforeAll, describe, expect, test } from 'vitest';
import type { WebSocket } from 'ws';
import type { LiveEvent, LiveMessage } from '#domain/live.ts';
import { changeCompany } from '#server/projects/companies/service.ts';
import { renameFile } from '#server/files/service.ts';
import { changeProject, removeProject } from '#server/projects/service.ts';
import { removeShareLink } from '#server/sharing/share-links/service.ts';
import { CONCURRENCY_LIMITS } from '#server/platform/limit/concurrency-limits.ts';
import {
  changeSubmission,
  publishSubmission,
  removeSubmission,
  unpublishSubmission,
} from '#server/submissions/service.ts';
import { openSite, runSite } from '#test/site.ts';
import { liveChannelHeaders } from '#test/fixtures/live-channel-headers.ts';
import {
  makeCompany,
  makeFile,
  makeProjectWithPeople,
  makePerson,
  makeProject,
  makeShareLink,
  makeSubmission,
  type Person,
} from '#test/factories.ts';

const SYSTEM = { kind: 'system' } as const;

const site = runSite();
let companyId: string;
let projectId: string;

beforeAll(async () => {
  ({
    company: { id: companyId },
    project: { id: projectId },
  } = await makeProjectWithPeople(site.ctx));
});

type Channel = { socket: WebSocket; next: () => Promise<LiveMessage> };

/** Opens a channel. `next` waits for the next message that it hasn't returned yet. */
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
  const socket = await site.app.injectWS('/api/live', liveChannelHeaders({ cookie }), { onInit });
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
  changeProject(site.ctx, SYSTEM, { id, description: crypto.randomUUID() });
const changed = (id: string) => ({
  kind: 'event',
  event: { type: 'project.changed', projectId: id },
});
const run = (statement: string, values: unknown[]) => site.ctx.db.pool.query(statement, values);

/** Reads until the message `last` has arrived `times` times. Returns the other events. */
async function until({ next }: Channel, last: object, times = 1): Promise<LiveEvent[]> {
  const events: LiveEvent[] = [];
  for (let left = times; left > 0;) {
    const message = await next();
    if (isDeepStrictEqual(message, last)) left -= 1;
    else if (message.kind === 'event') events.push(message.event);
  }
  return events;
}

/** Adds more project members than fit in a PostgreSQL notification. */
const addCrowd = (project: string, company: string) =>
  run(
    `with account as (
       insert into auth.users (email) select n || '@crowd.example' from generate_series(1, 250) n
       returning id, email
     ), profile as (
       insert into profiles (id, email, company_id) select id, email, $2::uuid from account returning id
     )
     insert into project_members (project_id, person_id) select $1::uuid, id from profile`,
    [project, company],
  );

describe('the live channel', () => {
  test('notifies only people who see a project that it changed', async () => {
    const { id: elsewhereId } = await makeCompany(site.ctx);
    const { id: theirs } = await makeProject(site.ctx, elsewhereId);
    const ours = await open(await makePerson(site.ctx, 'client', { companyId }));
    const other = await open(await makePerson(site.ctx, 'client', { companyId: elsewhereId }));
    await change();
    await change(theirs);
    expect(await ours.next()).toEqual(changed(projectId));
    expect(await other.next()).toEqual(changed(theirs));
    ours.socket.terminate();
    other.socket.terminate();
  });

  test('notifies clients of a submission while it is published and when that ends, and only staff of a draft', async () => {
    const { ctx } = site;
    const [client, manager] = [
      await open(await makePerson(ctx, 'client', { companyId })),
      await open(await makePerson(ctx, 'project_manager')),
    ];
    const week = await makeSubmission(ctx, projectId);
    const { id: fileId } = await makeFile(ctx, week);
    const rename = (fileName: string) => renameFile(ctx, SYSTEM, { id: fileId, fileName });
    const draft = await makeSubmission(ctx, projectId);
    const actions: [string, () => Promise<unknown>, boolean | 'file.changed'][] = [
      ['made', () => Promise.resolve(), false],
      [
        'changed as a draft',
        () => changeSubmission(ctx, SYSTEM, { id: week.id, title: 'A' }),
        false,
      ],
      ['file of a draft', () => rename('1.JPG'), false],
      ['published', () => publishSubmission(ctx, SYSTEM, { id: week.id }), true],
      ['file', () => rename('2.JPG'), 'file.changed'],
      ['changed', () => changeSubmission(ctx, SYSTEM, { id: week.id, title: 'B' }), true],
      ['unpublished', () => unpublishSubmission(ctx, SYSTEM, { id: week.id }), true],
      ['published again', () => publishSubmission(ctx, SYSTEM, { id: week.id }), true],
      ['deleted', () => removeSubmission(ctx, SYSTEM, { id: week.id }), true],
      ['deleted as a draft', () => removeSubmission(ctx, SYSTEM, { id: draft.id }), false],
    ];
    for (const [what, action, isHeard] of actions) {
      await action();
      await change();
      const types = (await until(client, changed(projectId))).map(({ type }) => type);
      const isPublished = what.startsWith('published');
      expect([what, ...types.toSorted()]).toEqual([
        what,
        ...(isPublished ? ['notifications.changed'] : []),
        ...(isHeard ? [isHeard === true ? 'submission.changed' : isHeard] : []),
      ]);
    }
    const toStaff = (await until(manager, changed(projectId), actions.length)).map(
      ({ type }) => type,
    );
    expect(toStaff.filter((type) => type === 'submission.changed')).toHaveLength(9);
    expect(toStaff).not.toContain('notifications.changed');
    client.socket.terminate();
    manager.socket.terminate();
  });

  test('notifies everyone who saw a project that it was deleted, however many they are', async () => {
    const { ctx } = site;
    const { id: elsewhereId } = await makeCompany(ctx);
    const people = {
      client: await makePerson(ctx, 'client', { companyId }),
      member: await makePerson(ctx, 'client', { companyId: elsewhereId }),
      stranger: await makePerson(ctx, 'client', { companyId: elsewhereId }),
    };
    const { id, name } = await makeProject(ctx, companyId);
    const { id: theirs } = await makeProject(ctx, elsewhereId);
    await addCrowd(id, elsewhereId);
    await run('insert into project_members (project_id, person_id) values ($1, $2)', [
      id,
      people.member.id,
    ]);
    const [client, member, stranger] = [
      await open(people.client),
      await open(people.member),
      await open(people.stranger),
    ];
    await removeProject(ctx, SYSTEM, { id, typedName: name });
    expect(await client.next()).toEqual(changed(id));
    expect(await member.next()).toEqual(changed(id));
    await change(theirs);
    expect(await stranger.next()).toEqual(changed(theirs));
    for (const { socket } of [client, member, stranger]) socket.terminate();
  });

  test("notifies a share link's owner and staff, and no other client", async () => {
    const { ctx } = site;
    const owner = await makePerson(ctx, 'client', { companyId });
    const manager = await makePerson(ctx, 'project_manager');
    const [owners, colleagues, staffs] = [
      await open(owner),
      await open(await makePerson(ctx, 'client', { companyId })),
      await open(manager),
    ];
    const { id } = await makeShareLink(ctx, owner.viewer, { projectId });
    await removeShareLink(ctx, manager.viewer, { id });
    const { id: staffLink } = await makeShareLink(ctx, manager.viewer, { projectId });
    await change();
    const linkIdsFrom = async (channel: Channel) =>
      (await until(channel, changed(projectId))).flatMap((event) =>
        event.type === 'share-link.changed' ? [event.shareLinkId] : [],
      );
    expect(await linkIdsFrom(owners)).toEqual([id, id]);
    expect(await linkIdsFrom(colleagues)).toEqual([]);
    expect(await linkIdsFrom(staffs)).toEqual([id, id, staffLink]);
    for (const { socket } of [owners, colleagues, staffs]) socket.terminate();
  });

  test('notifies the clients of a company when it loses and regains access', async () => {
    const { ctx } = site;
    const { id } = await makeCompany(ctx);
    const channel = await open(await makePerson(ctx, 'client', { companyId: id }));
    const event = { type: 'company.changed', companyId: id };
    for (const isActive of [false, true]) {
      await changeCompany(ctx, SYSTEM, { id, isActive });
      expect(await channel.next()).toEqual({ kind: 'event', event });
    }
    channel.socket.terminate();
  });

  test('answers a heartbeat', async () => {
    const channel = await open(await makePerson(site.ctx, 'admin'));
    channel.socket.send(JSON.stringify({ kind: 'heartbeat' }));
    expect(await until(channel, { kind: 'heartbeat' })).toBeDefined();
    channel.socket.terminate();
  });

  test("stays open when the session's secret is renewed, without counting as use of the old one", async () => {
    const person = await makePerson(site.ctx, 'client', { companyId });
    const channel = await open(person);
    const { token } = await site.ctx.auth.refresh(person.cookie.split('=')[1] ?? '');
    site.clock.advance(60_000);
    await change();
    expect(await channel.next()).toEqual(changed(projectId));
    const cookie = `overfly_session=${token}`;
    const session = await site.inject({ url: '/api/session', headers: { cookie } });
    expect(session.json()).toMatchObject({ user: { id: person.id } });
    channel.socket.terminate();
  });

  test('stays open after its secret expires, accepts one due for renewal, and closes with the session', async () => {
    const person = await makePerson(site.ctx, 'client', { companyId });
    const channel = await open(person);
    site.clock.advance(14 * 24 * 3_600_000 - 1);
    const late = await open(person);
    await change();
    expect([await channel.next(), await late.next()]).toEqual(Array(2).fill(changed(projectId)));
    site.clock.advance(1);
    const closed = [once(channel.socket, 'close'), once(late.socket, 'close')];
    await change();
    expect((await Promise.all(closed)).map(([code]) => code as number)).toEqual([4401, 4401]);
  });

  test('closes without another event when the session has ended', async () => {
    const person = await makePerson(site.ctx, 'client', { companyId });
    const { socket } = await open(person);
    const { auth, db } = site.ctx;
    const closed = once(socket, 'close');
    await db.as(SYSTEM, (tx) => auth.sessions.endAll(tx, person.id, null));
    await change();
    expect((await closed)[0]).toBe(4401);
  });

  test('closes without another event when the person now needs a second factor', async () => {
    const strict = await openSite({ config: { staffTwoFactor: 'required' } });
    const { id: company } = await makeCompany(strict.ctx);
    const { id: project } = await makeProject(strict.ctx, company);
    const { cookie, id } = await makePerson(strict.ctx, 'client', { companyId: company });
    const received: string[] = [];
    const socket = await strict.app.injectWS('/api/live', liveChannelHeaders({ cookie }), {
      onInit: (opening) =>
        opening.on('message', (data: Buffer) => {
          received.push(data.toString());
        }),
    });
    const closed = once(socket, 'close');
    await strict.change("update profiles set role = 'operator' where id = $1", id);
    await changeProject(strict.ctx, SYSTEM, { id: project, description: 'changed' });
    expect((await closed)[0]).toBe(4401);
    expect(received.filter((message) => message.includes(project))).toEqual([]);
    await strict.close();
  });

  test('makes browsers reconnect when events may have been missed', async () => {
    const channel = await open(await makePerson(site.ctx, 'admin'));
    const { socket } = channel;
    const closed = once(socket, 'close').then(([code]) => code as number);
    // Ignores other events, because staff also receive those of people that the tests create.
    const received = until(channel, changed(projectId)).then(() => 'received');
    await cutLine[site.ctx.db.kind]();
    if (site.ctx.db.kind === 'embedded') await change();
    const expected = { server: 1012, embedded: 'received' };
    expect(await Promise.race([closed, received])).toEqual(expected[site.ctx.db.kind]);
    const again = await open(await makePerson(site.ctx, 'admin'));
    await change();
    await until(again, changed(projectId));
    again.socket.terminate();
    socket.terminate();
  });

  test("makes a browser reconnect when an event can't be delivered", async () => {
    const { socket } = await open(await makePerson(site.ctx, 'client', { companyId }));
    const closed = once(socket, 'close');
    const { as, ask } = site.ctx.db;
    try {
      await as({ kind: 'system' }, async (tx) => {
        await site.ctx.live.publish(tx, { type: 'project.changed', projectId });
        Object.assign(site.ctx.db, { ask: () => Promise.reject(new Error('no connection')) });
      });
      expect((await closed)[0]).toBe(1012);
    } finally {
      Object.assign(site.ctx.db, { ask });
    }
  });
});

/** Drops the connection that delivers database events. The embedded database doesn't have one. */
const cutLine = {
  embedded: async () => {},
  server: async () => {
    const { connectionString } = site.ctx.db.pool.options;
    const other = new pg.Client({ connectionString });
    await other.connect();
    await other.query(
      `select pg_terminate_backend(pid) from pg_stat_activity
       where datname = current_database() and application_name = 'overfly listener'`,
    );
    await other.end();
  },
};

test("limits the open channels per person, and closed ones don't count", async () => {
  const person = await makePerson(site.ctx, 'client', { companyId });
  const { channels } = site.ctx.atOnce;
  // Other tests' channels may still be open.
  const before = channels.count;
  const most = CONCURRENCY_LIMITS.channels.perParty;
  const opened: Channel[] = [];
  while (opened.length < most) opened.push(await open(person));
  await expect.poll(() => channels.count).toBe(before + most);
  const upgrade = liveChannelHeaders({ cookie: person.cookie });
  const refused = await site.app.injectWS('/api/live', upgrade);
  const [code] = (await once(refused, 'close')) as [number];
  expect(code).toBe(1013);
  await open(await makePerson(site.ctx, 'client', { companyId }));
  await expect.poll(() => channels.count).toBe(before + most + 1);
  for (const { socket } of opened) socket.terminate();
  await expect.poll(() => channels.count).toBe(before + 1);
});
