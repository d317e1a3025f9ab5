import { randomUUID } from 'node:crypto';
import { PinInput } from '#domain/pins.ts';
import { createPin, removePin } from '#server/files/pins/service.ts';
import type { Viewer } from '#server/platform/db/viewer.ts';
import { makeSubmission } from '../factories.ts';
import { input, none, unique, type Prepare } from './attempt.ts';
import type { World } from './world.ts';

const fieldsOf = (fileId: string) => ({
  id: randomUUID(),
  text: unique(),
  place: { kind: 'file', fileId, x: 0.5, y: 0.5 },
});

const makePin = (world: World, viewer: Viewer, fields: object = {}) =>
  createPin(world.ctx, viewer, PinInput.parse({ ...fieldsOf(world.file.id), ...fields }));
const own = (world: World, fields?: object) => makePin(world, world.people.client.viewer, fields);
const colleagues = (world: World) => makePin(world, world.colleague.viewer);

async function approvalOf(world: World, personId: string) {
  const { id } = await makeSubmission(world.ctx, world.project.id, { published: true });
  const place = { kind: 'week', submissionId: id };
  return { id: randomUUID(), text: unique(), kind: 'approval', place, assignee: { personId } };
}

const change = { version: 1, text: 'Changed' };

export const PIN_REQUESTS: Record<string, Prepare> = {
  'pins.list': none,
  'pins.onFile': ({ file }) => input({ fileId: file.id }),
  'pins.get': async (world) => input({ id: (await own(world)).id }),
  'pins.get of an internal one': async (world) =>
    input({ id: (await makePin(world, world.people.admin.viewer, { visibility: 'internal' })).id }),
  'pins.create': ({ file }) => input(fieldsOf(file.id)),
  'pins.create on a draft': ({ draft }) =>
    input({ ...fieldsOf(''), place: { kind: 'week', submissionId: draft.id } }),
  'pins.create of an approval': async (world) =>
    input(await approvalOf(world, world.people.client.id)),
  'pins.update': async (world) => input({ id: (await own(world)).id, ...change }),
  "pins.update of a colleague's": async (world) =>
    input({ id: (await colleagues(world)).id, ...change }),
  'pins.reply': async (world) =>
    input({ id: (await own(world)).id, replyId: randomUUID(), text: unique() }),
  'pins.reply to an approval for a colleague': async (world) => {
    const approval = PinInput.parse(await approvalOf(world, world.colleague.id));
    const { id } = await createPin(world.ctx, world.people.admin.viewer, approval);
    return input({ id, replyId: randomUUID(), text: '', state: 'done' });
  },
  'pins.remove': async (world) => input({ id: (await own(world)).id }),
  "pins.remove of a colleague's": async (world) => input({ id: (await colleagues(world)).id }),
  'pins.restore': async (world) => {
    const { id } = await own(world);
    await removePin(world.ctx, world.people.client.viewer, { id });
    return input({ id });
  },
  'pins.revokeGuest': async (world) =>
    input({ id: (await own(world, { assignee: { email: 'roofer@example.com' } })).id }),
  'pins.people': ({ project }) => input({ projectId: project.id }),
};
