import { randomUUID } from 'node:crypto';
import type { ExpressionBuilder, NotNull, Selectable } from 'kysely';
import type { DB } from '#db/types.ts';
import { asOwner } from '../db/as-owner.ts';
import type { Database, Tx } from '../db/database.ts';

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

/** Runs as the owner, because viewers have no access to the outbox. */
export async function insertMail(tx: Tx, mail: NewMail, now: Date): Promise<void> {
  const values = { ...mail, createdAt: now, nextAttemptAt: now };
  await asOwner(tx, tx.insertInto('mails').values(values));
}

export type ClaimedMail = OutboxMail & { leaseId: string };

const LEASE_MS = 2 * 60_000;
export const LEASE_RENEWAL_MS = LEASE_MS / 4;

const NO_LEASE = { leaseId: null, leasedUntil: null };
const leaseFrom = (now: Date) => {
  const end = new Date(now.getTime() + LEASE_MS);
  return { leasedUntil: end, nextAttemptAt: end };
};
const isUnleased = (now: Date) => (mail: ExpressionBuilder<DB, 'mails'>) =>
  mail.or([mail('leasedUntil', 'is', null), mail('leasedUntil', '<=', now)]);

/** Returns undefined if the email isn't due, is being sent, was sent, or is unknown. */
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
    .where(isUnleased(now))
    .returningAll()
    .$narrowType<{ leaseId: NotNull }>()
    .executeTakeFirst();

type Lease = Pick<ClaimedMail, 'id' | 'leaseId'>;

export async function extendLease(database: Database, lease: Lease, now: Date): Promise<void> {
  await database.owner
    .updateTable('mails')
    .set(leaseFrom(now))
    .where('id', '=', lease.id)
    .where('leaseId', '=', lease.leaseId)
    .execute();
}

/** Ignores the lease: a late delivery counts, too. */
export async function markSent(database: Database, id: string, now: Date): Promise<void> {
  await database.owner
    .updateTable('mails')
    // Erase the content: its links open accounts, and the row is kept for a while.
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

/** Gives up on the email if `nextAttemptAt` is null. */
export async function recordFailure(
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

export async function requeueMail(tx: Tx, id: string, now: Date): Promise<boolean> {
  const requeued = tx
    .updateTable('mails')
    .set({ state: 'queued', attempts: 0, nextAttemptAt: now, ...NO_LEASE })
    .where('id', '=', id)
    .where('state', '!=', 'sent')
    .where(isUnleased(now))
    .returning('id');
  return (await asOwner(tx, requeued)).length > 0;
}

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

export async function deleteOldMails(database: Database, before: Date): Promise<void> {
  await database.owner
    .deleteFrom('mails')
    .where('state', '!=', 'queued')
    .where('createdAt', '<', before)
    .execute();
}

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

/** The photo and the place of a pin. */
export const findSpot = ({ owner }: Database, pinId: string) =>
  owner
    .selectFrom('pins')
    .innerJoin('files', 'files.id', 'pins.fileId')
    .where('pins.id', '=', pinId)
    .where('pins.deletedAt', 'is', null)
    .where('files.deletedAt', 'is', null)
    .where('files.kind', '=', 'photo')
    .where('files.width', 'is not', null)
    .where('files.height', 'is not', null)
    .select(['files.id', 'files.presets', 'files.width', 'files.height', 'pins.x', 'pins.y'])
    .select('pins.drawing')
    .$narrowType<{ width: NotNull; height: NotNull; x: NotNull; y: NotNull }>()
    .executeTakeFirst();
