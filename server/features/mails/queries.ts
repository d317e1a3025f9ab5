import type { Tx } from '#server/platform/db/database.ts';

export const listUndelivered = (tx: Tx) =>
  tx
    .selectFrom('mails')
    .select([
      'id',
      'recipient',
      'subject',
      'state',
      'attempts',
      'lastError',
      'nextAttemptAt',
      'createdAt',
    ])
    .where('state', '!=', 'sent')
    .where('lastError', 'is not', null)
    .orderBy('createdAt', 'desc')
    .orderBy('id')
    .limit(100)
    .execute();

export type UndeliveredRow = Awaited<ReturnType<typeof listUndelivered>>[number];

/** How a mail fares that has not been sent; undefined otherwise. */
export const findUndelivered = (tx: Tx, id: string) =>
  tx
    .selectFrom('mails')
    .select(['recipient', 'subject'])
    .where('id', '=', id)
    .where('state', '!=', 'sent')
    .where('lastError', 'is not', null)
    .executeTakeFirst();
