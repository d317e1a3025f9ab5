import { unsubscribePath } from '#server/events/notifications/unsubscribe.ts';
import { makeFile, makeNotification, makeViewpoint } from '../factories.ts';
import { get, input, none, post, type Prepare } from './attempt.ts';
import type { World } from './world.ts';

/** The unsubscribe link in an email to the client; it works for anyone who has it. */
const unsubscribing = ({ ctx, people }: World) =>
  unsubscribePath(ctx.signer, people.client.id, ['week-published']);
const withFalseSeal = (world: World) => unsubscribing(world).replace(/[^/]+$/, 'zzzzzzzz-false');

async function viewpointOf({ ctx, project, published }: World, changes = {}) {
  const { id: viewpointId } = await makeViewpoint(ctx, project.id, changes);
  await makeFile(ctx, published, { viewpointId });
  return viewpointId;
}

export const NOTIFICATION_REQUESTS: Record<string, Prepare> = {
  'notifications.list': none,
  'notifications.markRead': async ({ ctx, people, published }) => {
    const subject = { submissionId: published.id };
    const id = await makeNotification(ctx, people.client.id, subject);
    return input({ id });
  },
  'notifications.markAllRead': none,
  'notifications.settings': none,
  'notifications.changeSetting': () => input({ kind: 'week-published', mail: 'weekly' }),
  'notifications.changeSetting of a staff kind': () =>
    input({ kind: 'files-failed', mail: 'weekly' }),
  'notifications.subscriptions': none,
  'notifications.subscribe': async (world) =>
    input({ viewpointId: await viewpointOf(world), weekday: 1 }),
  'notifications.subscribe to a hidden one': async (world) =>
    input({ viewpointId: await viewpointOf(world, { isHidden: true }), weekday: 1 }),
  'notifications.subscribe to one in a draft': async ({ ctx, project, draft }) => {
    const { id: viewpointId } = await makeViewpoint(ctx, project.id);
    await makeFile(ctx, draft, { viewpointId });
    return input({ viewpointId, weekday: 1 });
  },
  'notifications.subscribe without a weekday': async ({ ctx, project }) =>
    input({ viewpointId: (await makeViewpoint(ctx, project.id)).id, weekday: null }),
  'GET /unsubscribe/:personId/:kinds/:seal': (world) => get(unsubscribing(world)),
  'GET /unsubscribe/:personId/:kinds/:seal with a false seal': (world) => get(withFalseSeal(world)),
  'POST /unsubscribe/:personId/:kinds/:seal': (world) => post(unsubscribing(world)),
  'POST /unsubscribe/:personId/:kinds/:seal with a false seal': (world) =>
    post(withFalseSeal(world)),
};
