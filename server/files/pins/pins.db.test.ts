import { randomUUID } from 'node:crypto';
import { beforeEach, expect, test } from 'vitest';
import {
  makeFile,
  makePerson,
  makeProjectWithPeople,
  makeShareLink,
  makeSubmission,
  makeViewpoint,
} from '#test/factories.ts';
import { runSite } from '#test/site.ts';
import { pinsOnFile } from './service.ts';

const DAY_MS = 86_400_000;
const site = runSite();
let people: Awaited<ReturnType<typeof makeProjectWithPeople>>;
let week: { id: string; projectId: string };
let fileId: string;

beforeEach(async () => {
  people = await makeProjectWithPeople(site.ctx);
  week = await makeSubmission(site.ctx, people.project.id, { published: true });
  fileId = (await makeFile(site.ctx, week)).id;
});

const staff = () => site.as(people.staff);
const client = () => site.as(people.client);
const spot = () => ({ kind: 'file' as const, fileId, x: 0.25, y: 0.75 });
type Fields = Partial<Parameters<ReturnType<typeof client>['pins']['create']>[0]>;
const add = (who: ReturnType<typeof client>, fields: Fields = {}) =>
  who.pins.create({ id: randomUUID(), place: spot(), text: 'Flashing missing here', ...fields });
const dayFromNow = (days: number) =>
  new Date(site.clock.now().getTime() + days * DAY_MS).toISOString().slice(0, 10);
const newsOf = async (who: ReturnType<typeof client>) =>
  (await who.notifications.list()).notifications.filter(({ kind }) => kind.startsWith('pin-'));

test('a pin keeps its spot, drawing, assignee and due day, and is created once', async () => {
  const drawing = [
    {
      kind: 'box' as const,
      points: [
        [0.1, 0.1],
        [0.3, 0.4],
      ] as [number, number][],
    },
  ];
  const assignee = { personId: people.staff.id };
  const fields = {
    id: randomUUID(),
    drawing,
    assignee,
    dueOn: dayFromNow(3),
    kind: 'todo' as const,
  };
  const pin = await add(client(), fields);
  expect(pin).toMatchObject({
    place: { ...spot(), seconds: null },
    drawing,
    dueOn: fields.dueOn,
    kind: 'todo',
    state: 'open',
    submissionId: week.id,
    assignee: { personId: people.staff.id },
    mayChange: true,
  });
  expect(await add(client(), fields)).toMatchObject({ id: pin.id, version: 1 });
  expect((await staff().pins.list({ projectId: people.project.id })).found).toBe(1);
  expect(await newsOf(staff())).toMatchObject([{ heading: 'A pin was assigned to you' }]);
});

test('pins of the other weeks of a viewpoint are listed with their alignment', async () => {
  const viewpoint = await makeViewpoint(site.ctx, people.project.id);
  const next = await makeSubmission(site.ctx, people.project.id, { published: true });
  const other = await makeFile(site.ctx, next);
  const pool = site.ctx.db.pool;
  await pool.query('update files set viewpoint_id = $1 where id = any($2)', [
    viewpoint.id,
    [fileId, other.id],
  ]);
  await pool.query('update viewpoints set reference_id = $1 where id = $2', [fileId, viewpoint.id]);
  const { id } = await add(client());
  const { pins } = await client().pins.onFile({ fileId: other.id });
  expect(pins).toMatchObject([
    { id, photo: { alignment: { state: 'aligned', reference: fileId } } },
  ]);
});

test('of two people who change a pin, the second is refused and sees the change', async () => {
  const { id, version } = await add(client());
  await staff().pins.update({ id, version, text: 'Flashing is loose' });
  await expect(client().pins.update({ id, version, text: 'Mine' })).rejects.toMatchObject({
    code: 'PIN_CHANGED',
  });
  expect(await client().pins.get({ id })).toMatchObject({ text: 'Flashing is loose', version: 2 });
});

test('a reply with a new state is saved once, and notifies the others', async () => {
  const { id } = await add(client());
  const reply = { id, replyId: randomUUID(), text: 'Fixed', state: 'done' as const };
  await staff().pins.reply(reply);
  const pin = await staff().pins.reply(reply);
  expect(pin).toMatchObject({ state: 'done', replies: [{ text: 'Fixed', state: 'done' }] });
  expect(pin.stateBy).toBe(pin.replies[0]?.author);
  expect(await newsOf(client())).toMatchObject([{ heading: 'A pin is done' }]);
  expect(await newsOf(staff())).toEqual([]);
});

test('naming someone after @ notifies them', async () => {
  const { people: listed } = await client().pins.people({ projectId: people.project.id });
  const { name } = listed.find(({ id }) => id === people.staff.id) ?? { name: '' };
  await add(client(), { text: `Can you check, @${name}?` });
  expect(await newsOf(staff())).toMatchObject([{ heading: 'You were mentioned in a pin' }]);
});

test('internal pins and their news are only for staff', async () => {
  const { id } = await add(staff(), { visibility: 'internal' });
  await expect(client().pins.get({ id })).rejects.toMatchObject({ code: 'PIN_NOT_FOUND' });
  await expect(
    add(staff(), { visibility: 'internal', assignee: { personId: people.client.id } }),
  ).rejects.toMatchObject({ code: 'PIN_INTERNAL' });
  const { id: shown, version } = await add(client());
  await staff().pins.update({ id: shown, version, visibility: 'internal' });
  await staff().pins.reply({ id: shown, replyId: randomUUID(), text: 'Between us' });
  expect(await newsOf(client())).toEqual([]);
  expect((await add(client(), { visibility: 'internal' })).visibility).toBe('project');
});

test('clients change and delete only their own pins; they restore them, too', async () => {
  const colleague = site.as(await makePerson(site.ctx, 'client', { companyId: people.company.id }));
  const { id, version } = await add(client());
  await expect(colleague.pins.update({ id, version, text: 'No' })).rejects.toMatchObject({
    status: 404,
  });
  await expect(colleague.pins.remove({ id })).rejects.toMatchObject({ status: 404 });
  await client().pins.remove({ id });
  await expect(client().pins.get({ id })).rejects.toMatchObject({ status: 404 });
  await expect(colleague.pins.restore({ id })).rejects.toMatchObject({ code: 'NOT_IN_BIN' });
  expect(await client().pins.restore({ id })).toMatchObject({ id });
  await staff().pins.remove({ id });
  expect((await staff().bin.list({})).items).toMatchObject([{ kind: 'pin', id }]);
  await staff().bin.restore({ kind: 'pin', id });
  expect(await client().pins.get({ id })).toMatchObject({ id });
});

test('a pin moves with its photo, and is hidden with a deleted or unpublished one', async () => {
  const { id } = await add(client());
  const other = await makeSubmission(site.ctx, people.project.id, { published: true });
  await site.ctx.db.pool.query('update files set submission_id = $1 where id = $2', [
    other.id,
    fileId,
  ]);
  expect(await client().pins.get({ id })).toMatchObject({ submissionId: other.id });
  await staff().submissions.unpublish({ id: other.id });
  await expect(client().pins.get({ id })).rejects.toMatchObject({ status: 404 });
  await staff().files.remove({ id: fileId });
  await expect(staff().pins.get({ id })).rejects.toMatchObject({ status: 404 });
});

test.each([
  ['a past due day', { dueOn: '2020-01-01' }, 'PIN_DUE_PASSED'],
  ['someone outside the project', { assignee: { personId: randomUUID() } }, 'PIN_ASSIGNEE'],
  [
    'a missing photo',
    { place: { kind: 'file', fileId: randomUUID(), x: 0, y: 0 } },
    'FILE_NOT_FOUND',
  ],
] as const)('%s is refused', async (_, fields, code) => {
  await expect(add(client(), fields)).rejects.toMatchObject({ code });
});

test('a deactivated assignee stays on the pin, marked, and gets no new ones', async () => {
  const colleague = await makePerson(site.ctx, 'client', { companyId: people.company.id });
  const assignee = { personId: colleague.id };
  const { id } = await add(client(), { assignee });
  await site.as(await makePerson(site.ctx, 'admin')).people.deactivate({ id: colleague.id });
  expect(await client().pins.get({ id })).toMatchObject({ assignee: { isActive: false } });
  await expect(add(client(), { assignee })).rejects.toMatchObject({ code: 'PIN_ASSIGNEE' });
});

test('texts are kept as they are, without characters that reverse them', async () => {
  const text = '<b>Slab</b> \u202egnp.exe';
  expect(await add(client(), { text })).toMatchObject({ text: '<b>Slab</b> gnp.exe' });
  await expect(add(client(), { text: 'x'.repeat(10_000) })).rejects.toMatchObject({ status: 400 });
});

test('only the chosen client approves a week', async () => {
  const place = { kind: 'week' as const, submissionId: week.id };
  const approval = { place, kind: 'approval' as const, text: 'Please approve this week' };
  await expect(add(client(), approval)).rejects.toMatchObject({ status: 403 });
  await expect(add(staff(), approval)).rejects.toMatchObject({ code: 'PIN_APPROVAL' });
  const { id } = await add(staff(), { ...approval, assignee: { personId: people.client.id } });
  await expect(
    add(staff(), { ...approval, assignee: { personId: people.client.id } }),
  ).rejects.toMatchObject({ code: 'PIN_APPROVAL_EXISTS' });
  const approve = { id, replyId: randomUUID(), text: '', state: 'done' as const };
  await expect(staff().pins.reply(approve)).rejects.toMatchObject({ status: 403 });
  await client().pins.reply({ ...approve, text: 'Retake the roof', state: 'answered' });
  expect(await newsOf(staff())).toMatchObject([{ heading: 'Changes to a week were requested' }]);
  expect(await client().pins.reply({ ...approve, replyId: randomUUID() })).toMatchObject({
    state: 'done',
  });
});

test('visitors see pins without names, and only if the link shows them', async () => {
  await add(client(), { assignee: { personId: people.staff.id } });
  const link = await makeShareLink(site.ctx, people.client.viewer, {
    projectId: people.project.id,
  });
  const seen = () => pinsOnFile(site.ctx, { kind: 'share', shareLinkId: link.id }, { fileId });
  expect(await seen()).toEqual([]);
  await site.ctx.db.pool.query('update share_links set show_pins = true where id = $1', [link.id]);
  expect(await seen()).toMatchObject([
    { author: null, assignee: null, guest: null, mayChange: false },
  ]);
});

test('lists filter by state, assignee and overdue day, and page', async () => {
  for (const state of ['open', 'done'] as const) {
    const { id } = await add(client(), {
      assignee: { personId: people.staff.id },
      dueOn: dayFromNow(2),
    });
    await client().pins.reply({ id, replyId: randomUUID(), text: '', state });
  }
  const projectId = people.project.id;
  const count = async (query: object) => (await staff().pins.list({ projectId, ...query })).found;
  expect(await count({ state: 'open' })).toBe(1);
  expect(await count({ isMine: true })).toBe(2);
  expect(await count({ search: 'FLASHING' })).toBe(2);
  expect(await count({ isOverdue: true })).toBe(0);
  site.clock.advance(5 * DAY_MS);
  expect(await count({ isOverdue: true })).toBe(1);
});
