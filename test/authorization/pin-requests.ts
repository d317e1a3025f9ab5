import { randomUUID } from 'node:crypto';
import { PinInput } from '#domain/pins.ts';
import { guestPath } from '#server/files/pins/guests/link.ts';
import { findPin } from '#server/files/pins/queries.ts';
import { createPin, removePin, replyToPin } from '#server/files/pins/service.ts';
import type { Viewer } from '#server/platform/db/viewer.ts';
import { makeSubmission } from '../factories.ts';
import { jpegPhoto } from '../fixtures/photos.ts';
import { makePictureReply } from '../fixtures/pins.ts';
import { get, input, none, unique, type Attempt, type Prepare } from './attempt.ts';
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

const upload = (id: string, replyId: string, payload?: Buffer): Promise<Attempt> =>
  Promise.resolve(payload ?? jpegPhoto()).then((picture) => ({
    request: {
      method: 'POST',
      url: `/api/pins/${id}/replies/${replyId}/picture`,
      headers: { 'content-type': 'image/jpeg' },
      payload: picture,
    },
  }));

const pictureOn = ({ ctx, people }: World, { id }: { id: string }) =>
  makePictureReply(ctx, people.admin, id);

async function guestOf(world: World): Promise<string> {
  const { id } = await own(world, { assignee: { email: 'roofer@example.com' } });
  const pin = await world.ctx.db.as({ kind: 'system' }, (tx) => findPin(tx, id));
  if (!pin) throw new Error('There is no pin.');
  return guestPath(world.ctx, pin);
}

const answer = (url: string): Attempt => ({
  request: {
    method: 'POST',
    url,
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    payload: Buffer.from(`replyId=${randomUUID()}&text=Done&action=done`),
  },
});

const change = { version: 1, text: 'Changed' };

export const PIN_REQUESTS: Record<string, Prepare> = {
  'pins.list': none,
  'GET /api/pins.csv': () => get('/api/pins.csv'),
  'GET /api/pins.bcfzip': () => get('/api/pins.bcfzip'),
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
  'pins.addPicture': async (world) => upload((await own(world)).id, randomUUID()),
  "pins.addPicture to a colleague's reply": async (world) => {
    const [pin, replyId] = [await own(world), randomUUID()];
    const reply = { id: pin.id, replyId, text: unique() };
    await replyToPin(world.ctx, world.colleague.viewer, reply);
    return upload(pin.id, replyId);
  },
  'pins.addPicture of a document': async (world) =>
    upload((await own(world)).id, randomUUID(), Buffer.from('a document')),
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
  'GET /pin/:pinId/:seal': async (world) => get(await guestOf(world)),
  'POST /pin/:pinId/:seal': async (world) => answer(await guestOf(world)),
  'GET /pin/:pinId/:seal/pictures/:name': async (world) => {
    const path = await guestOf(world);
    const [, , id = ''] = path.split('/');
    return get(`${path}/pictures/reply-${await pictureOn(world, { id })}.jpg`);
  },
  'GET /pin/:pinId/:seal with a false seal': async (world) => get(`${await guestOf(world)}-`),
  'POST /pin/:pinId/:seal with a false seal': async (world) => answer(`${await guestOf(world)}-`),
  'GET /pin/:pinId/:seal/pictures/:name with a false seal': async (world) =>
    get(`${await guestOf(world)}-/pictures/${world.file.id}.jpg`),
  'GET /pin-pictures/:replyId': async (world) =>
    get(`/pin-pictures/${await pictureOn(world, await own(world))}`),
  'GET /pin-pictures/:replyId of an internal pin': async (world) => {
    const internal = await makePin(world, world.people.admin.viewer, { visibility: 'internal' });
    return get(`/pin-pictures/${await pictureOn(world, internal)}`);
  },
};
