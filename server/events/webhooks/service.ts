import { AppError } from '#domain/errors.ts';
import {
  DELIVERY_PAGE_SIZE,
  TEST_EVENT,
  type Webhook,
  type WebhookChange,
  type WebhookInput,
  type WebhookLog,
  type WebhookWithSecret,
} from '#domain/webhooks.ts';
import { changedFields } from '#server/platform/changed-fields.ts';
import type { Context } from '#server/platform/context.ts';
import { resolveTarget } from '#server/platform/safe-request.ts';
import type { Tx } from '#server/platform/db/database.ts';
import { profileOf, type Viewer } from '#server/platform/db/viewer.ts';
import { queueMessages } from './events/emit.ts';
import { deliverWebhook } from './jobs.ts';
import { presentDelivery, presentWebhook } from './present.ts';
import {
  deleteWebhook,
  findWebhook,
  giveUpDeliveries,
  insertWebhook,
  isDelivery,
  listDeliveries,
  listTries,
  listWebhooks,
  lockWebhook,
  requeueDelivery,
  updateWebhook,
} from './queries.ts';
import { sealSecret } from './secrets.ts';
import { newWebhookSecret } from './signature.ts';

type Needs = Pick<Context, 'db' | 'clock' | 'config' | 'queue' | 'record'>;

/** How long messages are also signed with previous secrets after a rotation. */
const OVERLAP_MS = 24 * 3_600_000;
const MAX_PREVIOUS_SECRETS = 4;

export const webhooksFor = ({ db, clock }: Needs, viewer: Viewer): Promise<Webhook[]> =>
  db.ask(viewer, async (tx) => (await listWebhooks(tx)).map((row) => presentWebhook(row, clock())));

/** Only this response contains the secret. Throws WEBHOOK_ADDRESS. */
export async function createWebhook(
  ctx: Needs,
  viewer: Viewer,
  input: WebhookInput,
): Promise<WebhookWithSecret> {
  await assertAddress(ctx, input.url);
  const secret = newWebhookSecret();
  return ctx.db.as(viewer, async (tx) => {
    const made = { secret: sealSecret(ctx, secret), createdBy: profileOf(viewer) };
    const row = await insertWebhook(tx, { ...input, ...made, createdAt: ctx.clock() });
    const { name, ...detail } = input;
    await ctx.record(tx, { type: 'webhook.created', id: row.id, name, detail });
    return { webhook: presentWebhook(row, ctx.clock()), secret };
  });
}

/** If the webhook is disabled, its queued messages fail. Throws WEBHOOK_NOT_FOUND or WEBHOOK_ADDRESS. */
export async function changeWebhook(
  ctx: Needs,
  viewer: Viewer,
  { id, ...changes }: { id: string } & WebhookChange,
): Promise<Webhook> {
  if (changes.url !== undefined) await assertAddress(ctx, changes.url);
  return ctx.db.as(viewer, async (tx) => {
    const before = await lockedWebhook(tx, id);
    const made = changedFields(
      { ...before, events: before.events.join(', ') },
      { ...changes, events: changes.events?.join(', ') },
    );
    if (!made) return presentWebhook(before, ctx.clock());
    const { isActive, ...rest } = changes;
    const isToggled = isActive !== undefined && isActive !== before.isActive;
    const row = await updateWebhook(tx, id, {
      ...rest,
      ...(isToggled && { isActive, disabledBecause: null, failingSince: null }),
    });
    if (isToggled && !isActive) await giveUpDeliveries(tx, id);
    await ctx.record(tx, { type: 'webhook.changed', id, name: row.name, detail: made });
    return presentWebhook(row, ctx.clock());
  });
}

/** Also deletes the webhook's log. Throws WEBHOOK_NOT_FOUND. */
export const removeWebhook = (ctx: Needs, viewer: Viewer, { id }: { id: string }) =>
  ctx.db.as(viewer, async (tx) => {
    const removed = await deleteWebhook(tx, id);
    if (!removed) throw new AppError('WEBHOOK_NOT_FOUND');
    await ctx.record(tx, { type: 'webhook.deleted', id, name: removed.name });
    return { id };
  });

/**
 * For a day, messages are also signed with previous secrets, because receivers may still use them. Throws
 * WEBHOOK_NOT_FOUND.
 */
export const rotateSecret = (
  ctx: Needs,
  viewer: Viewer,
  { id }: { id: string },
): Promise<WebhookWithSecret> =>
  ctx.db.as(viewer, async (tx) => {
    const { secret: last, previousSecrets, previousUntil } = await lockedWebhook(tx, id);
    const now = ctx.clock();
    const older = previousUntil && previousUntil > now ? previousSecrets : [];
    const secret = newWebhookSecret();
    const row = await updateWebhook(tx, id, {
      secret: sealSecret(ctx, secret),
      previousSecrets: [last, ...older].slice(0, MAX_PREVIOUS_SECRETS),
      previousUntil: new Date(now.getTime() + OVERLAP_MS),
    });
    await ctx.record(tx, { type: 'webhook.secret-rotated', id, name: row.name });
    return { webhook: presentWebhook(row, ctx.clock()), secret };
  });

/** Throws WEBHOOK_NOT_FOUND or WEBHOOK_DISABLED. */
export const sendTest = (ctx: Needs, viewer: Viewer, { id }: { id: string }) =>
  ctx.db.as(viewer, async (tx) => {
    const { name, isActive } = await lockedWebhook(tx, id);
    if (!isActive) throw new AppError('WEBHOOK_DISABLED');
    await queueMessages(ctx, tx, [id], { event: TEST_EVENT, data: { webhook: { id, name } } });
    return { id };
  });

/** Lists a page of deliveries numbered below `before`, newest first. Throws WEBHOOK_NOT_FOUND. */
export const webhookLog = (
  { db }: Needs,
  viewer: Viewer,
  { id, before }: { id: string; before?: number | undefined },
): Promise<WebhookLog> =>
  db.as(viewer, async (tx) => {
    if (!(await findWebhook(tx, id))) throw new AppError('WEBHOOK_NOT_FOUND');
    const rows = await listDeliveries(tx, id, before, DELIVERY_PAGE_SIZE + 1);
    const shown = rows.slice(0, DELIVERY_PAGE_SIZE);
    const ids = shown.map((row) => row.id);
    const tries = await listTries(tx, ids);
    const next = rows.length > DELIVERY_PAGE_SIZE ? (shown.at(-1)?.number ?? null) : null;
    return { deliveries: shown.map((row) => presentDelivery(row, tries)), next };
  });

/**
 * Keeps the id, so that receivers can detect duplicates. Throws DELIVERY_NOT_FOUND, DELIVERY_UNDER_WAY or
 * WEBHOOK_DISABLED.
 */
export const resend = (ctx: Needs, viewer: Viewer, { id }: { id: string }) =>
  ctx.db.as(viewer, async (tx) => {
    const renewed = await requeueDelivery(tx, id, ctx.clock());
    if (!renewed)
      throw new AppError((await isDelivery(tx, id)) ? 'DELIVERY_UNDER_WAY' : 'DELIVERY_NOT_FOUND');
    if (!renewed.isActive) throw new AppError('WEBHOOK_DISABLED');
    const { webhookId, name, event } = renewed;
    await ctx.record(tx, { type: 'webhook.sent-again', id: webhookId, name, detail: { event } });
    await ctx.queue.enqueue(tx, deliverWebhook, { deliveryId: id });
    return { id };
  });

async function lockedWebhook(tx: Tx, id: string) {
  const row = await lockWebhook(tx, id);
  if (!row) throw new AppError('WEBHOOK_NOT_FOUND');
  return row;
}

/** Only an early check. The address is checked again for each message, because DNS may change. */
async function assertAddress(ctx: Needs, url: string) {
  try {
    await resolveTarget(ctx.config, url);
  } catch (error) {
    const isLookUp = error instanceof Error && 'syscall' in error;
    const message = isLookUp ? undefined : (error as Error).message;
    throw new AppError('WEBHOOK_ADDRESS', message, { cause: error });
  }
}
