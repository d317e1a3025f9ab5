import { oc } from '@orpc/contract';
import { z } from 'zod';
import { Id } from '#domain/fields.ts';
import {
  Webhook,
  WebhookChange,
  WebhookInput,
  WebhookLog,
  WebhookWithSecret,
} from '#domain/webhooks.ts';

const route = (method: 'GET' | 'POST' | 'PATCH' | 'DELETE', path: `/${string}`, summary: string) =>
  oc.route({ method, path, summary, tags: ['Webhooks'] });
const ById = z.object({ id: Id });

export const webhooks = {
  list: route('GET', '/operator/webhooks', 'List webhooks').output(
    z.object({ webhooks: z.array(Webhook) }),
  ),
  create: route('POST', '/operator/webhooks', 'Add a webhook')
    .input(WebhookInput)
    .output(WebhookWithSecret),
  update: route('PATCH', '/operator/webhooks/{id}', 'Update, enable or disable a webhook')
    .input(WebhookChange.extend({ id: Id }))
    .output(Webhook),
  remove: route('DELETE', '/operator/webhooks/{id}', 'Delete a webhook with its log')
    .input(ById)
    .output(ById),
  rotateSecret: route('POST', '/operator/webhooks/{id}/secret', 'Create a new secret')
    .input(ById)
    .output(WebhookWithSecret),
  sendTest: route('POST', '/operator/webhooks/{id}/test', 'Send a test message to a webhook')
    .input(ById)
    .output(ById),
  log: route('GET', '/operator/webhooks/{id}/deliveries', 'List messages sent to a webhook')
    .input(ById.extend({ before: z.int().positive().optional() }))
    .output(WebhookLog),
  resend: route('POST', '/operator/webhook-deliveries/{id}/retry', 'Resend a message')
    .input(ById)
    .output(ById),
};
