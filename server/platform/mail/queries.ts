import { randomUUID } from 'node:crypto';
import type { ExpressionBuilder, NotNull, Selectable } from 'kysely';
import type { DB } from '#db/types.ts';
import { asOwner } from '../db/as-owner.ts';
import type { Database, Tx } from '../db/database.ts';

/** A mail as it stands in the outbox. `number` counts up in the order of writing. */
export type OutboxMail = Selectable<DB['mails']>;

type NewMail = Pick<
  OutboxMail,
  | 'id'
  | 'kind'
  | 'recipient'
  | 'replyTo'
  | 'subject'
  | 'html'
  | 'plainText'
  | 'messageId'
  | 'unsubscribeUrl'
  | 'pictureIds'
>;

/** Writes a mail in the caller's transaction, whoever its viewer is: nobody but the product reads it. */
export async function insertMail(tx: Tx, mail: NewMail, now: Date): Promise<void> {
  const values = { ...mail, createdAt: now, nextAttemptAt: now };
  await asOwner(tx, tx.insertInto('mails').values(values));
}

/** A mail in the hands of one that delivers it. */
export type ClaimedMail = OutboxMail & { leaseId: string };

/** How long a mail stays with one that is not heard of any more. */
const LEASE_MS = 2 * 60_000;
/** Well before it ends the one that delivers has it extended. */
export const LEASE_BEAT_MS = LEASE_MS / 4;

const NO_LEASE = { leaseId: null, leasedUntil: null };
/** While a mail is being delivered it is next due when the one that does is taken for dead. */
const leaseFrom = (now: Date) => {
  const end = new Date(now.getTime() + LEASE_MS);
  return { leasedUntil: end, nextAttemptAt: end };
};
const isFree = (now: Date) => (mail: ExpressionBuilder<DB, 'mails'>) =>
  mail.or([mail('leasedUntil', 'is', null), mail('leasedUntil', '<=', now)]);

/**
 * Takes a queued mail that is due: nobody else gets it until the lease ends. Undefined when it is
 * not due, being delivered, sent already, or unknown.
 */
export const claimMail = (
  { owner }: Database,
  id: string,
  now: Date,
): Promise<ClaimedMail | undefined> =>
  owner
    .updateTable('mails')
    .set((row) => ({
      attempts: row('attempts', '+', 1),
      leaseId: randomUUID(),
      ...leaseFrom(now),
    }))
    .where('id', '=', id)
    .where('state', '=', 'queued')
    .where('nextAttemptAt', '<=', now)
    .where(isFree(now))
    .returningAll()
    .$narrowType<{ leaseId: NotNull }>()
    .executeTakeFirst();

type Lease = Pick<ClaimedMail, 'id' | 'leaseId'>;

/** Keeps a mail for as long again. */
export async function extendLease(database: Database, lease: Lease, now: Date): Promise<void> {
  await database.owner
    .updateTable('mails')
    .set(leaseFrom(now))
    .where('id', '=', lease.id)
    .where('leaseId', '=', lease.leaseId)
    .execute();
}

/** It was sent, whoever holds it now: a delivery that came late was one, too. */
export async function markSent(database: Database, id: string, now: Date): Promise<void> {
  await database.owner
    .updateTable('mails')
    // What it says goes: links in mails open accounts, and this is kept for a while.
    .set({
      state: 'sent',
      sentAt: now,
      lastError: null,
      html: '',
      plainText: '',
      unsubscribeUrl: null,
      ...NO_LEASE,
    })
    .where('id', '=', id)
    .execute();
}

/** Notes why a try failed; the next is at `nextAttemptAt`, or never when that is null. */
export async function markTried(
  database: Database,
  lease: Lease,
  { lastError, nextAttemptAt }: { lastError: string; nextAttemptAt: Date | null },
): Promise<void> {
  await database.owner
    .updateTable('mails')
    .set({ lastError, ...NO_LEASE, ...(nextAttemptAt ? { nextAttemptAt } : { state: 'failed' }) })
    .where('id', '=', lease.id)
    .where('leaseId', '=', lease.leaseId)
    .execute();
}

/**
 * Makes a mail that has not been sent due now, with all its tries before it, in the caller's
 * transaction. Answers false when it is being delivered, or has been.
 */
export async function renewMail(tx: Tx, id: string, now: Date): Promise<boolean> {
  const renewal = tx
    .updateTable('mails')
    .set({ state: 'queued', attempts: 0, nextAttemptAt: now, ...NO_LEASE })
    .where('id', '=', id)
    .where('state', '!=', 'sent')
    .where(isFree(now))
    .returning('id');
  return (await asOwner(tx, renewal)).length > 0;
}

/** Ids of the mails whose time has come, the oldest first. */
export async function listDue(database: Database, now: Date): Promise<string[]> {
  const rows = await database.owner
    .selectFrom('mails')
    .select('id')
    .where('state', '=', 'queued')
    .where('nextAttemptAt', '<=', now)
    .orderBy('number')
    .limit(500)
    .execute();
  return rows.map(({ id }) => id);
}

/** Lets go of mails written before then that wait for nothing any more. */
export async function removeSettled(database: Database, before: Date): Promise<void> {
  await database.owner
    .deleteFrom('mails')
    .where('state', '!=', 'queued')
    .where('createdAt', '<', before)
    .execute();
}

/** How many mails wait, how many of these have failed at least once, and how many failed since then. */
export const readBacklog = (database: Database, since: Date) =>
  database.owner
    .selectFrom('mails')
    .select(({ fn }) => [
      fn.countAll<number>().filterWhere('state', '=', 'queued').as('waiting'),
      fn
        .countAll<number>()
        .filterWhere('state', '=', 'queued')
        .filterWhere('lastError', 'is not', null)
        .as('struggling'),
      fn
        .countAll<number>()
        .filterWhere('state', '=', 'failed')
        .filterWhere('createdAt', '>', since)
        .as('failed'),
    ])
    .where('state', '!=', 'sent')
    .executeTakeFirstOrThrow();

export type Backlog = Awaited<ReturnType<typeof readBacklog>>;
