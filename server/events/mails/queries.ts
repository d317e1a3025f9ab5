import type { Tx } from '#server/platform/db/database.ts';
import { countOf } from '#server/platform/db/search.ts';

const undelivered = (tx: Tx) =>
  tx.selectFrom('mails').where('state', '!=', 'sent').where('lastError', 'is not', null);

export const countUndelivered = (tx: Tx) => countOf(undelivered(tx));

export const listUndelivered = (tx: Tx) =>
  undelivered(tx)
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
    .orderBy('createdAt', 'desc')
    .orderBy('id')
    .limit(100)
    .execute();

export type UndeliveredRow = Awaited<ReturnType<typeof listUndelivered>>[number];

export const findUndelivered = (tx: Tx, id: string) =>
  undelivered(tx).select(['recipient', 'subject']).where('id', '=', id).executeTakeFirst();
