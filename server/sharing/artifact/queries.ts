import { sql, type RawBuilder, type Selectable, type Updateable } from 'kysely';
import type { DB, ReportState, TimelapseState } from '#db/types.ts';
import { asOwner } from '#server/platform/db/as-owner.ts';
import type { Tx } from '#server/platform/db/database.ts';

export type Table = 'reports' | 'timelapses';
export type Row<T extends Table> = Selectable<DB[T]>;

/** A content key is unique within this column's submission or viewpoint. */
const columnOf = (table: Table) => (table === 'reports' ? 'submissionId' : 'viewpointId');

const FACTS = ['id', 'fileName', 'state', 'percent', 'fileSize', 'updatedAt'] as const;
export type Facts<T extends Table> = Pick<
  Selectable<DB['reports']>,
  Exclude<(typeof FACTS)[number], 'state'>
> & { state: ReportState | (T extends 'timelapses' ? TimelapseState : never) };

export const findArtifact = <T extends Table>(
  tx: Tx,
  table: T,
  ofId: string,
  contentKey: string,
): Promise<Facts<T> | undefined> =>
  tx
    .selectFrom<Table>(table)
    .select(FACTS)
    .where(columnOf(table), '=', ofId)
    .where('contentKey', '=', contentKey)
    .$castTo<Facts<T>>()
    .executeTakeFirst();

export const findPending = <T extends Table>(
  tx: Tx,
  table: T,
  id: string,
): Promise<Row<T> | undefined> =>
  tx
    .selectFrom<Table>(table)
    .selectAll()
    .where('id', '=', id)
    .where('state', '=', 'making')
    .$castTo<Row<T>>()
    .executeTakeFirst();

type New = { ofId: string; contentKey: string; content: string; fileName: string; at: Date };

/** Returns undefined if a row with this content already exists. */
export const insertArtifact = (tx: Tx, table: Table, { ofId, at, ...values }: New) =>
  tx
    .insertInto<Table>(table)
    .values({ ...values, [columnOf(table)]: ofId, createdAt: at, updatedAt: at })
    .onConflict((conflict) => conflict.columns([columnOf(table), 'contentKey']).doNothing())
    .returning('id')
    .executeTakeFirst();

type Changes = Pick<Updateable<DB[Table]>, 'state' | 'percent' | 'fileSize' | 'updatedAt'>;

const update = (tx: Tx, table: Table, id: string, changes: Changes) =>
  tx.updateTable<Table>(table).set(changes).where('id', '=', id).returning('id');

export const updateArtifact = (tx: Tx, table: Table, id: string, changes: Changes) =>
  update(tx, table, id, changes).execute();

/** Returns false unless the row's state is `making`. */
export const updatePending = async (tx: Tx, table: Table, id: string, changes: Changes) =>
  (await update(tx, table, id, changes).where('state', '=', 'making').execute()).length > 0;

export const isThere = async (
  tx: Tx,
  table: Table | 'downloads' | 'backupRuns',
  id: string,
): Promise<boolean> => {
  const row = tx.selectFrom<typeof table>(table).select('id').where('id', '=', id);
  return (await asOwner(tx, row)).length > 0;
};

export const removeWhere = async (
  tx: Tx,
  table: Table | 'downloads',
  condition: RawBuilder<boolean>,
): Promise<string[]> => {
  const removed = tx.deleteFrom<Table | 'downloads'>(table).where(condition).returning('id');
  return (await removed.execute()).map(({ id }) => id);
};

/** Removes the oldest rows so that `kept` remain. Never removes the new one. */
export const removeExcess = (
  tx: Tx,
  table: Table | 'downloads',
  { id, ofId }: { id: string; ofId: string },
  kept: number,
) => {
  const of = table === 'downloads' ? 'personId' : columnOf(table);
  return removeWhere(
    tx,
    table,
    sql`id in (
      select id from ${sql.table(table)} where ${sql.ref(of)} = ${ofId} and id <> ${id}
      order by created_at desc, id offset ${kept - 1})`,
  );
};
