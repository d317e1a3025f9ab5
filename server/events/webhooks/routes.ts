import { implement } from '@orpc/server';
import { webhooks } from '#contract/webhooks.ts';
import { able, type ApiContext } from '#server/platform/http/guards.ts';
import {
  changeWebhook,
  createWebhook,
  removeWebhook,
  rotateSecret,
  sendAgain,
  sendTest,
  webhookLog,
  webhooksFor,
} from './service.ts';

const os = implement(webhooks).$context<ApiContext>();
const manage = able('webhooks.manage');

export const webhookRoutes = {
  list: os.list.use(manage).handler(async ({ context }) => ({
    webhooks: await webhooksFor(context.ctx, context.viewer),
  })),
  create: os.create
    .use(manage)
    .handler(({ context, input }) => createWebhook(context.ctx, context.viewer, input)),
  update: os.update
    .use(manage)
    .handler(({ context, input: { id, ...changes } }) =>
      changeWebhook(context.ctx, context.viewer, id, changes),
    ),
  remove: os.remove
    .use(manage)
    .handler(({ context, input }) => removeWebhook(context.ctx, context.viewer, input.id)),
  rotateSecret: os.rotateSecret
    .use(manage)
    .handler(({ context, input }) => rotateSecret(context.ctx, context.viewer, input.id)),
  sendTest: os.sendTest
    .use(manage)
    .handler(({ context, input }) => sendTest(context.ctx, context.viewer, input.id)),
  log: os.log
    .use(manage)
    .handler(({ context, input }) => webhookLog(context.ctx, context.viewer, input)),
  sendAgain: os.sendAgain
    .use(manage)
    .handler(({ context, input }) => sendAgain(context.ctx, context.viewer, input.id)),
};
