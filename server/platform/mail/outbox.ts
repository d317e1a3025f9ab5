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

/**
 * Takes a queued mail that is due, for `leaseMs`: until then nobody else gets it, also when this
 * process dies. Undefined when it is not due, sent already, or unknown.
 */
export const claimMail = (
  database: Database,
  id: string,
  { now, leaseMs }: { now: Date; leaseMs: number },
): Promise<OutboxMail | undefined> =>
  database.owner
    .updateTable('mails')
    .set((row) => ({
      attempts: row('attempts', '+', 1),
      nextAttemptAt: new Date(now.getTime() + leaseMs),
    }))
    .where('id', '=', id)
    .where('state', '=', 'queued')
    .where('nextAttemptAt', '<=', now)
    .returningAll()
    .executeTakeFirst() as Promise<OutboxMail | undefined>;

export async function markSent(database: Database, id: string, now: Date): Promise<void> {
  await database.owner
    .updateTable('mails')
    // What it says goes: links in mails open accounts, and this is kept for a while.
    .set({ state: 'sent', sentAt: now, lastError: null, html: '', plainText: '' })
    .where('id', '=', id)
    .execute();
}

/** Notes why a try failed; the next is at `nextAttemptAt`, or never when that is null. */
export async function markTried(
  database: Database,
  id: string,
  { lastError, nextAttemptAt }: { lastError: string; nextAttemptAt: Date | null },
): Promise<void> {
  await database.owner
    .updateTable('mails')
    .set(nextAttemptAt ? { lastError, nextAttemptAt } : { lastError, state: 'failed' })
    .where('id', '=', id)
    .where('state', '=', 'queued')
    .execute();
}

/** Makes a mail that has not been sent due now, with all its tries before it, in the caller's transaction. */
export async function renewMail(tx: Tx, id: string, now: Date): Promise<void> {
  const renewal = `update mails set state = 'queued', attempts = 0, next_attempt_at = $2
    where id = $1 and state <> 'sent'`;
  await runAsOwner(tx, renewal, [id, now]);
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
