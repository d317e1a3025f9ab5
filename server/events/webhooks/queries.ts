import type { Insertable, Updateable } from 'kysely';
import type { DB } from '#db/types.ts';
import { asOwner } from '#server/platform/db/as-owner.ts';
import type { Tx } from '#server/platform/db/database.ts';

export const listWebhooks = (tx: Tx) =>
  tx.selectFrom('webhooks').selectAll().orderBy('createdAt', 'desc').orderBy('id').execute();
export type WebhookRow = Awaited<ReturnType<typeof listWebhooks>>[number];

export const findWebhook = (tx: Tx, id: string) =>
  tx.selectFrom('webhooks').selectAll().where('id', '=', id).executeTakeFirst();

export const lockWebhook = (tx: Tx, id: string) =>
  tx.selectFrom('webhooks').selectAll().where('id', '=', id).forUpdate().executeTakeFirst();

export const insertWebhook = (tx: Tx, webhook: Insertable<DB['webhooks']>) =>
  tx.insertInto('webhooks').values(webhook).returningAll().executeTakeFirstOrThrow();

export const updateWebhook = (tx: Tx, id: string, changes: Updateable<DB['webhooks']>) =>
  tx
    .updateTable('webhooks')
    .set(changes)
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow();

export const deleteWebhook = (tx: Tx, id: string) =>
  tx.deleteFrom('webhooks').where('id', '=', id).returning('name').executeTakeFirst();

/** Reads as the database owner, because the person who caused the event may be unable to see webhooks. */
export async function listSubscribers(tx: Tx, event: string): Promise<string[]> {
  const wanted = tx
    .selectFrom('webhooks')
    .select('id')
    .where('isActive', '=', true)
    .where((row) => row(row.val(event), '=', row.fn.any('events')));
  return (await asOwner(tx, wanted)).map(({ id }) => id);
}

type NewDelivery = { webhookId: string; event: string; body: string };

export async function insertDeliveries(
  tx: Tx,
  deliveries: readonly NewDelivery[],
  now: Date,
): Promise<string[]> {
  const values = deliveries.map((delivery) => ({ ...delivery, createdAt: now, nextTryAt: now }));
  const made = tx.insertInto('webhookDeliveries').values(values).returning('id');
  return (await asOwner(tx, made)).map(({ id }) => id);
}

/** Longer than the longest attempt (10 seconds). */
const LEASE_MS = 30_000;

/** Leases a due message to this process. Returns undefined if it isn't due or is already leased. */
export function claimDelivery(tx: Tx, id: string, now: Date) {
  const end = new Date(now.getTime() + LEASE_MS);
  return tx
    .updateTable('webhookDeliveries as d')
    .from('webhooks as w')
    .set((row) => ({ tries: row('d.tries', '+', 1), leasedUntil: end, nextTryAt: end }))
    .whereRef('w.id', '=', 'd.webhookId')
    .where('w.isActive', '=', true)
    .where('d.id', '=', id)
    .where('d.state', '=', 'queued')
    .where('d.nextTryAt', '<=', now)
    .where((row) => row.or([row('d.leasedUntil', 'is', null), row('d.leasedUntil', '<=', now)]))
    .returning(['d.id', 'd.body', 'd.tries', 'd.webhookId', 'w.url', 'w.secret'])
    .returning(['w.previousSecrets', 'w.previousUntil'])
    .executeTakeFirst();
}
export type ClaimedDelivery = NonNullable<Awaited<ReturnType<typeof claimDelivery>>>;

export const updateDelivery = (tx: Tx, id: string, changes: Updateable<DB['webhookDeliveries']>) =>
  tx
    .updateTable('webhookDeliveries')
    .set({ ...changes, leasedUntil: null })
    .where('id', '=', id)
    .execute();

export const insertTry = (tx: Tx, tried: Insertable<DB['webhookTries']>) =>
  tx.insertInto('webhookTries').values(tried).execute();

export const giveUpDeliveries = (tx: Tx, webhookId: string) =>
  tx
    .updateTable('webhookDeliveries')
    .set({ state: 'failed', leasedUntil: null })
    .where('webhookId', '=', webhookId)
    .where('state', '=', 'queued')
    .execute();

/** Makes a message due now, with all its attempts. Returns undefined while an attempt is in progress. */
export const requeueDelivery = (tx: Tx, id: string, now: Date) =>
  tx
    .updateTable('webhookDeliveries as d')
    .from('webhooks as w')
    .set({ state: 'queued', tries: 0, nextTryAt: now, leasedUntil: null })
    .whereRef('w.id', '=', 'd.webhookId')
    .where('d.id', '=', id)
    .where((row) => row.or([row('d.leasedUntil', 'is', null), row('d.leasedUntil', '<=', now)]))
    .returning(['d.id', 'w.isActive', 'w.id as webhookId', 'w.name', 'd.event'])
    .executeTakeFirst();

export const isDelivery = async (tx: Tx, id: string) =>
  (await tx.selectFrom('webhookDeliveries').select('id').where('id', '=', id).execute()).length > 0;

export async function listDue(tx: Tx, now: Date): Promise<string[]> {
  const rows = await tx
    .selectFrom('webhookDeliveries as d')
    .innerJoin('webhooks as w', 'w.id', 'd.webhookId')
    .select('d.id')
    .where('w.isActive', '=', true)
    .where('d.state', '=', 'queued')
    .where('d.nextTryAt', '<=', now)
    .orderBy('d.number')
    .limit(500)
    .execute();
  return rows.map(({ id }) => id);
}

export const removeSettled = (tx: Tx, before: Date) =>
  tx
    .deleteFrom('webhookDeliveries')
    .where('state', '!=', 'queued')
    .where('createdAt', '<', before)
    .execute();

export function listDeliveries(
  tx: Tx,
  webhookId: string,
  before: number | undefined,
  limit: number,
) {
  let query = tx.selectFrom('webhookDeliveries').selectAll().where('webhookId', '=', webhookId);
  if (before) query = query.where('number', '<', before);
  return query.orderBy('number', 'desc').limit(limit).execute();
}
export type DeliveryRow = Awaited<ReturnType<typeof listDeliveries>>[number];

export const listTries = (tx: Tx, deliveryIds: readonly string[]) =>
  tx
    .selectFrom('webhookTries')
    .selectAll()
    .where((row) => row('deliveryId', '=', row.fn.any(row.val(deliveryIds))))
    .orderBy('id')
    .execute();
export type TryRow = Awaited<ReturnType<typeof listTries>>[number];

export const listAdmins = (tx: Tx) =>
  tx
    .selectFrom('profiles')
    .select(['id', 'email'])
    .where('role', '=', 'admin')
    .where('isActive', '=', true)
    .execute();
