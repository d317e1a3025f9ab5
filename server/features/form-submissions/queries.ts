import { sql, type Updateable } from 'kysely';
import type { z } from 'zod';
import type { DB } from '#db/types.ts';
import { INBOX_PAGE, type FormSubmissionSelection } from '#domain/form-submissions.ts';
import type { Tx } from '#server/platform/db/database.ts';

type Selection = z.output<typeof FormSubmissionSelection>;

const COLUMNS = [
  'id',
  'name',
  'email',
  'phone',
  'company',
  'message',
  'submittedAt',
  'isRead',
  'isSpam',
  'spamReasons',
] as const;

/** The text, so that % and _ in it mean themselves in LIKE. */
const contains = (text: string) => `%${text.replace(/[\\%_]/g, String.raw`\$&`)}%`;

function matching(tx: Tx, { search, filter }: Pick<Selection, 'search' | 'filter'>) {
  let query = tx.selectFrom('formSubmissions');
  if (filter === 'unread') query = query.where('isRead', '=', false).where('isSpam', '=', false);
  if (filter === 'spam') query = query.where('isSpam', '=', true);
  if (filter === 'not-spam') query = query.where('isSpam', '=', false);
  if (!search) return query;
  const pattern = contains(search);
  const columns = ['name', 'email', 'phone', 'company', 'message'] as const;
  return query.where((eb) => eb.or(columns.map((column) => eb(column, 'ilike', pattern))));
}

const sorted = (tx: Tx, selection: Selection) => {
  const direction = selection.sort === 'newest' ? 'desc' : 'asc';
  return matching(tx, selection)
    .select(COLUMNS)
    .orderBy('submittedAt', direction)
    .orderBy('id', direction);
};

export type FormSubmissionRow = Awaited<ReturnType<typeof listFormSubmissions>>[number];

export const listFormSubmissions = (tx: Tx, selection: Selection, page: number) =>
  sorted(tx, selection)
    .limit(INBOX_PAGE)
    .offset(page * INBOX_PAGE)
    .execute();

/** All that match, as far as memory goes. */
export const listForExport = (tx: Tx, selection: Selection) =>
  sorted(tx, selection).limit(50_000).execute();

export async function countMatching(tx: Tx, selection: Selection): Promise<number> {
  const { count } = await matching(tx, selection)
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  return count;
}

/** Counts of the whole inbox; `since` is when this week began. */
export const readCounts = (tx: Tx, since: Date) =>
  tx
    .selectFrom('formSubmissions')
    .select((eb) => [
      eb.fn.countAll<number>().as('total'),
      eb.fn.countAll<number>().filterWhere('submittedAt', '>', since).as('thisWeek'),
      eb.fn.countAll<number>().filterWhere('company', 'is not', null).as('withCompany'),
      sql<number>`count(*) filter (where not is_read and not is_spam)`.as('unread'),
      eb.fn.countAll<number>().filterWhere('isSpam', '=', true).as('spam'),
    ])
    .executeTakeFirstOrThrow();

export const updateFormSubmission = (
  tx: Tx,
  id: string,
  changes: Pick<Updateable<DB['formSubmissions']>, 'isRead' | 'isSpam'>,
) =>
  tx
    .updateTable('formSubmissions')
    .set({ ...changes, id })
    .where('id', '=', id)
    .returning(COLUMNS)
    .executeTakeFirst();
