import { addPicture } from '#server/operations/settings/pictures.ts';
import { settingsFor } from '#server/operations/settings/service.ts';
import { insertToken } from '#server/people/api-tokens/queries.ts';
import { createWebhook, sendTest, webhookLog } from '#server/events/webhooks/service.ts';
import { newApiSecret } from '#server/platform/auth/sessions/api-token.ts';
import { PASSWORD } from '#test/factories.ts';
import { get, input, none, type Attempt, type Prepare } from './attempt.ts';
import type { World } from './world.ts';

const WEBHOOK = { name: 'Archive', url: 'https://9.9.9.9/hook', events: ['file.ready' as const] };
const TOKEN = { name: 'Robot', scopes: ['read' as const], expiresAt: null };
const LOGO = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>');
const upload = (payload: Buffer): Attempt => ({
  request: {
    method: 'POST',
    url: '/api/operator/settings/images?use=logo',
    headers: { 'content-type': 'image/png' },
    payload,
  },
});
const makeWebhook = async ({ ctx, people }: World) =>
  (await createWebhook(ctx, people.admin.viewer, WEBHOOK)).webhook;
const byId: Prepare = async (world) => input({ id: (await makeWebhook(world)).id });

export const INTEGRATION_REQUESTS: Record<string, Prepare> = {
  'apiTokens.list': none,
  'apiTokens.create': () => input({ ...TOKEN, password: PASSWORD }),
  'apiTokens.create with another password': () => input({ ...TOKEN, password: 'wrong' }),
  'apiTokens.revoke of an operator': async ({ ctx, people: { operator } }) => {
    const { secret: _, ...kept } = newApiSecret();
    const token = { ...TOKEN, ...kept, personId: operator.id, createdAt: ctx.clock() };
    return input(await ctx.db.as(operator.viewer, (tx) => insertToken(tx, token)));
  },
  'settings.get': () => input({ section: 'business' }),
  'settings.save': async ({ ctx, people }) => {
    const { version } = await settingsFor(ctx, people.admin.viewer, { section: 'storage' });
    return input({ section: 'storage', version, values: { BIN_DAYS: '30' } });
  },
  'settings.save with an old version': () =>
    input({ section: 'storage', version: 'old', values: { BIN_DAYS: '31' } }),
  'settings.addPicture': () => upload(LOGO),
  'settings.addPicture that is too large': () => upload(Buffer.alloc(1024 ** 2 + 1)),
  'GET /brand/:file': async (world) => {
    const body = new File([LOGO], 'logo');
    const { path } = await addPicture(world.ctx, world.people.admin.viewer, {
      query: { use: 'logo' },
      body,
    });
    return get(path);
  },
  'settings.about': none,
  'settings.previewMap': () => input({ values: {} }),
  'settings.sendTestEmail': () => input({ to: 'admin@site.example' }),
  'webhooks.list': none,
  'webhooks.create': () => input(WEBHOOK),
  'webhooks.create to a private address': () => input({ ...WEBHOOK, url: 'https://127.0.0.1/' }),
  'webhooks.update': async (world) => input({ id: (await makeWebhook(world)).id, name: 'Other' }),
  'webhooks.remove': byId,
  'webhooks.rotateSecret': byId,
  'webhooks.sendTest': byId,
  'webhooks.log': byId,
  'webhooks.resend': async (world) => {
    const { id } = await makeWebhook(world);
    const { viewer } = world.people.admin;
    await sendTest(world.ctx, viewer, { id });
    const { deliveries } = await webhookLog(world.ctx, viewer, { id });
    return input({ id: deliveries[0]?.id });
  },
};
