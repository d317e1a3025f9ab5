import { sql, type OrderByItemBuilder, type RawBuilder, type SelectQueryBuilder } from 'kysely';
import { PAGE_ROWS } from '#domain/pages.ts';

/** Letters of every script, large or small alike, whatever locale the database was made with. */
const ANY_SCRIPT = sql`collate "und-x-icu"`;

type Column = string | RawBuilder<unknown>;
const asSql = (column: Column) => (typeof column === 'string' ? sql.ref(column) : column);
const patternOf = (text: string) => `%${text.replace(/[\\%_]/g, String.raw`\$&`)}%`;

/** Whether one of the columns contains the text, without regard to case; % and _ mean themselves. */
export const contains = (text: string, columns: readonly Column[]): RawBuilder<boolean> =>
  sql<boolean>`concat_ws(E'\\n', ${sql.join(columns.map(asSql))}) ${ANY_SCRIPT} ilike ${patternOf(text)}`;

/**
 * The same of columns that are kept folded, `lower(text collate "und-x-icu")`: a tenth of the work. The text to find is
 * folded once, by a query of its own, and not for each row.
 */
export function containsFolded(text: string, columns: readonly Column[]): RawBuilder<boolean> {
  const pattern = sql`(select lower(${patternOf(text)} ${ANY_SCRIPT}))`;
  const places = columns.map((column) => sql`${asSql(column)} like ${pattern}`);
  return sql<boolean>`(${sql.join(places, sql` or `)})`;
}

/**
 * The same condition, for a list that is walked in its order until the page is full: PostgreSQL guesses that what
 * stands in coalesce holds for half of the rows, and without it reads and sorts them all.
 */
export const inListOrder = (condition: RawBuilder<boolean>): RawBuilder<boolean> =>
  sql<boolean>`coalesce(${condition}, false)`;

/**
 * The same of one text, such that an index by trigrams of `lower(text collate "und-x-icu")` finds it. Only with
 * the owner's rights: behind policies PostgreSQL asks no index for a part of a text.
 */
export const containsIndexed = (text: string, column: Column): RawBuilder<boolean> =>
  sql<boolean>`lower(${asSql(column)} ${ANY_SCRIPT}) like lower(${patternOf(text)} ${ANY_SCRIPT})`;

/** Texts in the order of a dictionary. */
export const alphabetical = (column: Column) => sql<string>`${asSql(column)} ${ANY_SCRIPT}`;

/** The same with the numbers in them by their value: 'Week 2' before 'Week 10'. */
export const natural = (column: Column) => sql<string>`${asSql(column)} collate natural_order`;

/** What `listQuery` of domain/pages.ts reads of a request, but for the text to find. */
type Wanted<Sort extends string> = {
  sort?: Sort | undefined;
  order: 'ascending' | 'descending';
  page: number;
};

/** How a list of `table` may be sorted, and by what of that a row may have no value. */
type Sorting<T extends string, Sort extends string> = {
  table: T;
  sorts: Record<Sort, RawBuilder<unknown>>;
  nullable?: readonly Sort[];
};

/**
 * Puts the rows in the order asked for, those without a value last in either direction. Of equal ones the
 * newest of `table` come first, and last in ascending order: one index goes either way.
 */
export function inOrder<D, T extends keyof D, Row, Sort extends string>(
  rows: SelectQueryBuilder<D, T, Row>,
  { sort, order }: Pick<Wanted<Sort>, 'sort' | 'order'>,
  { table, sorts, nullable = [] }: Sorting<T & string, Sort>,
): SelectQueryBuilder<D, T, Row> {
  const direction = sort !== undefined && order === 'ascending' ? 'asc' : 'desc';
  const directed = (by: OrderByItemBuilder) => by[direction]();
  const sorted =
    sort === undefined
      ? rows
      : rows.orderBy(sorts[sort], (by) =>
          nullable.includes(sort) ? directed(by).nullsLast() : directed(by),
        );
  return sorted
    .orderBy(sql.ref(`${table}.createdAt`), direction)
    .orderBy(sql.ref(`${table}.id`), direction);
}

/** The query of a page of the rows `inOrder`. */
export const pageQuery = <D, T extends keyof D, Row, Sort extends string>(
  rows: SelectQueryBuilder<D, T, Row>,
  wanted: Wanted<Sort>,
  sorting: Sorting<T & string, Sort>,
): SelectQueryBuilder<D, T, Row> =>
  inOrder(rows, wanted, sorting)
    .limit(PAGE_ROWS)
    .offset(wanted.page * PAGE_ROWS);

/** A page of the rows `inOrder`. */
export const pageOf = <D, T extends keyof D, Row, Sort extends string>(
  rows: SelectQueryBuilder<D, T, Row>,
  wanted: Wanted<Sort>,
  sorting: Sorting<T & string, Sort>,
): Promise<Row[]> => pageQuery(rows, wanted, sorting).execute();

/**
 * How many rows match in all, given the page `rows` of them: one that is not full says so by itself, and
 * only else are they counted.
 */
export const foundOf = (
  rows: readonly unknown[],
  page: number,
  count: () => Promise<number>,
): Promise<number> =>
  rows.length < PAGE_ROWS && (rows.length > 0 || page === 0)
    ? Promise.resolve(page * PAGE_ROWS + rows.length)
    : count();

/** How many rows a query has, whatever it selects of them. */
export async function countOf<D, T extends keyof D, Row>(
  rows: SelectQueryBuilder<D, T, Row>,
): Promise<number> {
  const counted = rows.clearSelect().select(sql<number>`count(*)`.as('count'));
  const { count } = await counted.$castTo<{ count: number }>().executeTakeFirstOrThrow();
  return count;
}
