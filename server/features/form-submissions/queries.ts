import { sql, type ExpressionBuilder, type Updateable } from 'kysely';
import type { z } from 'zod';
import type { DB } from '#db/types.ts';
import type { FormSubmissionSelection } from '#domain/form-submissions.ts';
import { PAGE_ROWS } from '#domain/pages.ts';
import type { Tx } from '#server/platform/db/database.ts';
import { containsFolded, countOf } from '#server/platform/db/search.ts';

type Selection = z.output<typeof FormSubmissionSelection>;

const COLUMNS = [
  'id',
  'name',
  'email',
  'phone',
  'company',
  'message',
  'page',
  'submittedAt',
  'isRead',
  'isSpam',
  'spamReasons',
] as const;

/** Of the project that a message is about, while there is one. */
const projectName = (eb: ExpressionBuilder<DB, 'formSubmissions'>) =>
  eb
    .selectFrom('projects')
    .whereRef('projects.id', '=', 'formSubmissions.projectId')
    .select('projects.name')
    .as('projectName');

function matching(tx: Tx, { search, filter }: Pick<Selection, 'search' | 'filter'>) {
  let query = tx.selectFrom('formSubmissions');
  if (filter === 'unread') query = query.where('isRead', '=', false).where('isSpam', '=', false);
  if (filter === 'spam') query = query.where('isSpam', '=', true);
  if (filter === 'not-spam') query = query.where('isSpam', '=', false);
  return search ? query.where(containsFolded(search, ['formSubmissions.folded'])) : query;
}

const sorted = (tx: Tx, selection: Selection) => {
  const direction = selection.sort === 'newest' ? 'desc' : 'asc';
  return matching(tx, selection)
    .select(COLUMNS)
    .select(projectName)
    .orderBy('submittedAt', direction)
    .orderBy('id', direction);
};

export type FormSubmissionRow = Awaited<ReturnType<typeof listFormSubmissions>>[number];

export const listFormSubmissions = (tx: Tx, selection: Selection, page: number) =>
  sorted(tx, selection)
    .limit(PAGE_ROWS)
    .offset(page * PAGE_ROWS)
    .execute();

/** All that match, as far as memory goes. */
export const listForExport = (tx: Tx, selection: Selection) =>
  sorted(tx, selection).limit(50_000).execute();

export const countMatching = (tx: Tx, selection: Selection) => countOf(matching(tx, selection));

export const countUnread = (tx: Tx) =>
  countOf(matching(tx, { search: undefined, filter: 'unread' }));

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
    .returning(projectName)
    .executeTakeFirst();

export const deleteBefore = (tx: Tx, before: Date) =>
  tx.deleteFrom('formSubmissions').where('submittedAt', '<', before).execute();

/** Which network a message came from is known as long as it counts against the next one from there. */
export const forgetNetworksBefore = (tx: Tx, before: Date) =>
  tx
    .updateTable('formSubmissions')
    .set({ networkHash: null })
    .where('networkHash', 'is not', null)
    .where('submittedAt', '<', before)
    .execute();
