import { sql, type ExpressionBuilder, type RawBuilder, type Updateable } from 'kysely';
import type { z } from 'zod';
import type { DB } from '#db/types.ts';
import type { FormSubmissionSelection } from '#domain/form-submissions.ts';
import { PAGE_ROWS } from '#domain/pages.ts';
import type { Tx } from '#server/platform/db/database.ts';
import { containsFolded, countOf, inListOrder } from '#server/platform/db/search.ts';

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
  'stage',
  'projectId',
  'spamReasons',
] as const;

const projectName = (eb: ExpressionBuilder<DB, 'formSubmissions'>) =>
  eb
    .selectFrom('projects')
    .whereRef('projects.id', '=', 'formSubmissions.projectId')
    .select('projects.name')
    .as('projectName');

const IS_UNREAD = sql<boolean>`not is_read and not is_spam`;
const CONDITIONS = {
  all: sql<boolean>`true`,
  unread: IS_UNREAD,
  spam: sql<boolean>`is_spam`,
  'not-spam': sql<boolean>`not is_spam`,
} satisfies Record<Selection['filter'], RawBuilder<boolean>>;

const matches = ({ search, filter, stage }: Selection) =>
  sql<boolean>`(${CONDITIONS[filter]}
    and ${stage ? sql`stage = ${stage}` : true}
    and ${search ? containsFolded(search, ['formSubmissions.folded']) : true})`;

const sorted = (tx: Tx, selection: Selection) => {
  const direction = selection.sort === 'newest' ? 'desc' : 'asc';
  return tx
    .selectFrom('formSubmissions')
    .where(inListOrder(matches(selection)))
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

/** Limited so that the rows fit in memory. */
export const listForExport = (tx: Tx, selection: Selection) =>
  sorted(tx, selection).limit(50_000).execute();

export const countUnread = (tx: Tx) =>
  countOf(tx.selectFrom('formSubmissions').select('id').where(IS_UNREAD));

/** `found` is the number of matches; the other counts are for the whole inbox. */
export const readCounts = (tx: Tx, selection: Selection, since: Date) =>
  tx
    .selectFrom('formSubmissions')
    .select((eb) => [
      eb.fn.countAll<number>().filterWhere(matches(selection)).as('found'),
      eb.fn.countAll<number>().as('total'),
      eb.fn.countAll<number>().filterWhere('submittedAt', '>', since).as('thisWeek'),
      eb.fn.countAll<number>().filterWhere('company', 'is not', null).as('withCompany'),
      eb.fn.countAll<number>().filterWhere(IS_UNREAD).as('unread'),
      eb.fn.countAll<number>().filterWhere('isSpam', '=', true).as('spam'),
    ])
    .executeTakeFirstOrThrow();

export const updateFormSubmission = (
  tx: Tx,
  id: string,
  changes: Pick<Updateable<DB['formSubmissions']>, 'isRead' | 'isSpam' | 'stage' | 'projectId'>,
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

export const clearNetworksBefore = (tx: Tx, before: Date) =>
  tx
    .updateTable('formSubmissions')
    .set({ networkHash: null })
    .where('networkHash', 'is not', null)
    .where('submittedAt', '<', before)
    .execute();
