import { sql, type OrderByItemBuilder, type RawBuilder, type SelectQueryBuilder } from 'kysely';
import { PAGE_ROWS } from '#domain/pages.ts';

/** Letters of every script, large or small alike, whatever locale the database was made with. */
const ANY_SCRIPT = sql`collate "und-x-icu"`;

/** Whether one of the columns contains the text, without regard to case; % and _ mean themselves. */
export function contains(
  text: string,
  columns: readonly (string | RawBuilder<unknown>)[],
): RawBuilder<boolean> {
  const pattern = `%${text.replace(/[\\%_]/g, String.raw`\$&`)}%`;
  const all = columns.map((column) => (typeof column === 'string' ? sql.ref(column) : column));
  return sql<boolean>`concat_ws(E'\\n', ${sql.join(all)}) ${ANY_SCRIPT} ilike ${pattern}`;
}

/** Texts in the order of a dictionary. */
export const alphabetical = (column: string | RawBuilder<unknown>) =>
  sql<string>`${typeof column === 'string' ? sql.ref(column) : column} ${ANY_SCRIPT}`;

/** The same with the numbers in them by their value: 'Week 2' before 'Week 10'. */
export const natural = (column: string | RawBuilder<unknown>) =>
  sql<string>`${typeof column === 'string' ? sql.ref(column) : column} collate natural_order`;

/** What `listQuery` of domain/pages.ts reads of a request, but for the text to find. */
type Wanted<Sort extends string> = {
  sort?: Sort | undefined;
  order: 'ascending' | 'descending';
  page: number;
};

/**
 * A page of the rows in the order asked for, those without a value last in either direction. The newest
 * of `table` come first of equal ones, and of all without an order.
 */
export function pageOf<D, T extends keyof D, Row, Sort extends string>(
  rows: SelectQueryBuilder<D, T, Row>,
  { sort, order, page }: Wanted<Sort>,
  { table, sorts }: { table: T & string; sorts: Record<Sort, RawBuilder<unknown>> },
) {
  const inOrder = (by: OrderByItemBuilder) =>
    (order === 'ascending' ? by.asc() : by.desc()).nullsLast();
  const sorted = sort === undefined ? rows : rows.orderBy(sorts[sort], inOrder);
  return sorted
    .orderBy(sql.ref(`${table}.createdAt`), 'desc')
    .orderBy(sql.ref(`${table}.id`), 'desc')
    .limit(PAGE_ROWS)
    .offset(page * PAGE_ROWS)
    .execute();
}

/** How many rows a query has, whatever it selects of them. */
export async function countOf<D, T extends keyof D, Row>(
  rows: SelectQueryBuilder<D, T, Row>,
): Promise<number> {
  const counted = rows.clearSelect().select(sql<number>`count(*)`.as('count'));
  const { count } = await counted.$castTo<{ count: number }>().executeTakeFirstOrThrow();
  return count;
}
