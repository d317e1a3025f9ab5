import { sql, type Insertable } from 'kysely';
import type { DB } from '#db/types.ts';
import type { Tx } from '#server/platform/db/database.ts';
import { countOf } from '#server/platform/db/search.ts';

export const findByForm = (tx: Tx, formId: string) =>
  tx
    .selectFrom('formSubmissions')
    .select(['email', 'message'])
    .where('formId', '=', formId)
    .executeTakeFirst();

/** Doesn't count messages from the portal, which have a `page`. */
export const countSince = (tx: Tx, since: Date, networkHash: string) =>
  tx
    .selectFrom('formSubmissions')
    .select((eb) => [
      eb.fn.countAll<number>().filterWhere('isSpam', '=', false).as('real'),
      eb.fn.countAll<number>().filterWhere('isSpam', '=', true).as('suspected'),
      eb.fn.countAll<number>().filterWhere('networkHash', '=', networkHash).as('fromNetwork'),
    ])
    .where('submittedAt', '>', since)
    .where('page', 'is', null)
    .executeTakeFirstOrThrow();

/** Returns undefined if a message from the same form was stored at the same moment. */
export const insertFormSubmission = (tx: Tx, values: Insertable<DB['formSubmissions']>) =>
  tx
    .insertInto('formSubmissions')
    .values(values)
    .onConflict((conflict) => conflict.column('formId').doNothing())
    .returning('id')
    .executeTakeFirst();

export const countMails = (
  tx: Tx,
  { kind, recipient, since }: { kind: string; recipient: string; since: Date },
) =>
  countOf(
    tx
      .selectFrom('mails')
      .where('kind', '=', kind)
      .where(sql`lower(recipient)`, '=', recipient.toLowerCase())
      .where('createdAt', '>', since),
  );
