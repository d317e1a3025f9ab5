import { sql, type OrderByItemBuilder, type RawBuilder, type SelectQueryBuilder } from 'kysely';
import { PAGE_ROWS } from '#domain/pages.ts';

/** Ignores case in every script, regardless of the database's locale. */
const ANY_SCRIPT = sql`collate "und-x-icu"`;

type Column = string | RawBuilder<unknown>;
const asSql = (column: Column) => (typeof column === 'string' ? sql.ref(column) : column);
const patternOf = (text: string) => `%${text.replace(/[\\%_]/g, String.raw`\$&`)}%`;

export const contains = (text: string, columns: readonly Column[]): RawBuilder<boolean> =>
  sql<boolean>`concat_ws(E'\\n', ${sql.join(columns.map(asSql))}) ${ANY_SCRIPT} ilike ${patternOf(text)}`;

/** For columns stored as `lower(text collate "und-x-icu")`. The subquery runs once instead of per row. */
export function containsFolded(text: string, columns: readonly Column[]): RawBuilder<boolean> {
  const pattern = sql`(select lower(${patternOf(text)} ${ANY_SCRIPT}))`;
  const places = columns.map((column) => sql`${asSql(column)} like ${pattern}`);
  return sql<boolean>`(${sql.join(places, sql` or `)})`;
}

/** PostgreSQL estimates that coalesce matches half of the rows, so it reads in list order instead of sorting all. */
export const inListOrder = (condition: RawBuilder<boolean>): RawBuilder<boolean> =>
  sql<boolean>`coalesce(${condition}, false)`;

/** Use it only with the owner's rights: with row-level security, PostgreSQL doesn't use the trigram index. */
export const containsIndexed = (text: string, column: Column): RawBuilder<boolean> =>
  sql<boolean>`lower(${asSql(column)} ${ANY_SCRIPT}) like lower(${patternOf(text)} ${ANY_SCRIPT})`;

export const alphabetical = (column: Column) => sql<string>`${asSql(column)} ${ANY_SCRIPT}`;

/** Sorts 'Week 2' before 'Week 10'. */
export const naturalOrder = (column: Column) => sql<string>`${asSql(column)} collate natural_order`;

type ListQuery<Sort extends string> = {
  sort?: Sort | undefined;
  order: 'ascending' | 'descending';
  page: number;
};

type Sorting<T extends string, Sort extends string> = {
  table: T;
  sorts: Record<Sort, RawBuilder<unknown>>;
  nullable?: readonly Sort[];
};

/** Rows without a value come last. Ties are ordered in the same direction, so that one index serves both. */
export function inOrder<D, T extends keyof D, Row, Sort extends string>(
  rows: SelectQueryBuilder<D, T, Row>,
  { sort, order }: Pick<ListQuery<Sort>, 'sort' | 'order'>,
  { table, sorts, nullable = [] }: Sorting<T & string, Sort>,
): SelectQueryBuilder<D, T, Row> {
  const direction = sort !== undefined && order === 'ascending' ? 'asc' : 'desc';
  const withDirection = (by: OrderByItemBuilder) => by[direction]();
  const sorted =
    sort === undefined
      ? rows
      : rows.orderBy(sorts[sort], (by) =>
          nullable.includes(sort) ? withDirection(by).nullsLast() : withDirection(by),
        );
  return sorted
    .orderBy(sql.ref(`${table}.createdAt`), direction)
    .orderBy(sql.ref(`${table}.id`), direction);
}

export const pageQuery = <D, T extends keyof D, Row, Sort extends string>(
  rows: SelectQueryBuilder<D, T, Row>,
  wanted: ListQuery<Sort>,
  sorting: Sorting<T & string, Sort>,
): SelectQueryBuilder<D, T, Row> =>
  inOrder(rows, wanted, sorting)
    .limit(PAGE_ROWS)
    .offset(wanted.page * PAGE_ROWS);

export const pageOf = <D, T extends keyof D, Row, Sort extends string>(
  rows: SelectQueryBuilder<D, T, Row>,
  wanted: ListQuery<Sort>,
  sorting: Sorting<T & string, Sort>,
): Promise<Row[]> => pageQuery(rows, wanted, sorting).execute();

/** Runs `count` only if the page is full, or empty and not the first. */
export const totalOf = (
  rows: readonly unknown[],
  page: number,
  count: () => Promise<number>,
): Promise<number> =>
  rows.length < PAGE_ROWS && (rows.length > 0 || page === 0)
    ? Promise.resolve(page * PAGE_ROWS + rows.length)
    : count();

export async function countOf<D, T extends keyof D, Row>(
  rows: SelectQueryBuilder<D, T, Row>,
): Promise<number> {
  const counted = rows.clearSelect().select(sql<number>`count(*)`.as('count'));
  const { count } = await counted.$castTo<{ count: number }>().executeTakeFirstOrThrow();
  return count;
}
