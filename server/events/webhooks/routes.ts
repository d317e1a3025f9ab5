import { implement } from '@orpc/server';
import { webhooks } from '#contract/webhooks.ts';
import { call, callAs, withAbility, type ApiContext } from '#server/platform/http/guards.ts';
import {
  changeWebhook,
  createWebhook,
  removeWebhook,
  rotateSecret,
  resend,
  sendTest,
  webhookLog,
  webhooksFor,
} from './service.ts';

const os = implement(webhooks).$context<ApiContext>();
const manage = withAbility('webhooks.manage');

export const webhookRoutes = {
  list: os.list.use(manage).handler(callAs('webhooks', webhooksFor)),
  create: os.create.use(manage).handler(call(createWebhook)),
  update: os.update.use(manage).handler(call(changeWebhook)),
  remove: os.remove.use(manage).handler(call(removeWebhook)),
  rotateSecret: os.rotateSecret.use(manage).handler(call(rotateSecret)),
  sendTest: os.sendTest.use(manage).handler(call(sendTest)),
  log: os.log.use(manage).handler(call(webhookLog)),
  resend: os.resend.use(manage).handler(call(resend)),
};
