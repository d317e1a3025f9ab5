import { randomUUID } from 'node:crypto';
import { runAsOwner } from '../db/as-owner.ts';
import type { Database, Tx } from '../db/database.ts';
import { ownerQuery } from '../db/owner-query.ts';

/** A mail as it stands in the outbox. `number` counts up in the order of writing. */
export type OutboxMail = {
  id: string;
  number: number;
  kind: string;
  recipient: string;
  replyTo: string | null;
  subject: string;
  html: string;
  plainText: string;
  messageId: string;
  state: 'queued' | 'sent' | 'failed';
  attempts: number;
  lastError: string | null;
  createdAt: Date;
};

export type NewMail = Pick<
  OutboxMail,
  'id' | 'kind' | 'recipient' | 'replyTo' | 'subject' | 'html' | 'plainText' | 'messageId'
>;

const INSERT = `insert into mails (id, kind, recipient, reply_to, subject, html, plain_text, message_id,
    created_at, next_attempt_at)
  values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $9)`;

/** Writes a mail in the caller's transaction, whoever its viewer is: nobody but the product reads it. */
export async function insertMail(tx: Tx, mail: NewMail, now: Date): Promise<void> {
  const { id, kind, recipient, replyTo, subject, html, plainText, messageId } = mail;
  const values = [id, kind, recipient, replyTo, subject, html, plainText, messageId, now];
  await runAsOwner(tx, INSERT, values);
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

/**
 * Takes a queued mail that is due: nobody else gets it until the lease ends. Undefined when it is
 * not due, being delivered, sent already, or unknown.
 */
export const claimMail = (
  database: Database,
  id: string,
  now: Date,
): Promise<ClaimedMail | undefined> =>
  database.owner
    .updateTable('mails')
    .set((row) => ({
      attempts: row('attempts', '+', 1),
      leaseId: randomUUID(),
      ...leaseFrom(now),
    }))
    .where('id', '=', id)
    .where('state', '=', 'queued')
    .where('nextAttemptAt', '<=', now)
    .where((row) => row.or([row('leasedUntil', 'is', null), row('leasedUntil', '<=', now)]))
    .returningAll()
    .executeTakeFirst() as Promise<ClaimedMail | undefined>;

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
    .set({ state: 'sent', sentAt: now, lastError: null, html: '', plainText: '', ...NO_LEASE })
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
  const renewal = `update mails
    set state = 'queued', attempts = 0, next_attempt_at = $2, lease_id = null, leased_until = null
    where id = $1 and state <> 'sent' and (leased_until is null or leased_until <= $2) returning id`;
  return (await runAsOwner(tx, renewal, [id, now])).length > 0;
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

export type Backlog = { waiting: number; struggling: number; failed: number };

/** How many mails wait, how many of these have failed at least once, and how many failed since then. */
export async function readBacklog(database: Database, since: Date): Promise<Backlog> {
  const [row] = await ownerQuery<Backlog>(database, {
    text: `select count(*) filter (where state = 'queued')::int as waiting,
      count(*) filter (where state = 'queued' and last_error is not null)::int as struggling,
      count(*) filter (where state = 'failed' and created_at > $1)::int as failed
    from mails where state <> 'sent'`,
    values: [since],
  });
  return row ?? { waiting: 0, struggling: 0, failed: 0 };
}
