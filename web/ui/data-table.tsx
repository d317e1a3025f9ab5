import { Group, Pagination, Skeleton, Stack, Table, Text } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { IconArrowDown, IconArrowsSort, IconArrowUp } from '@tabler/icons-react';
import { type ReactNode, useRef, useState } from 'react';
import { PAGE_ROWS, pageCount } from '#domain/pages.ts';
import { count } from '#web/lib/formats.ts';
import type { ListChoice } from '#web/lib/list-choice.ts';
import classes from './data-table.module.css';
import { pageOf, type Sort, sortRows } from './table-rows.ts';

export type Column<Row> = {
  key: string;
  header: string;
  render: (row: Row) => ReactNode;
  /** Makes a DataTable column sortable by this value. */
  sortBy?: (row: Row) => string | number | null;
  /** Makes a column of a PagedTable or SortedTable sortable on the server. */
  isSortable?: boolean;
  /** `heading` names the row, `actions` holds its buttons. On a phone, they are the top and bottom of its card. */
  kind?: 'heading' | 'actions';
  /** User-defined text, which may be long. */
  isName?: boolean;
  align?: 'end';
  width?: number;
};

type PartProps<Row> = {
  label: string;
  columns: Column<Row>[];
  rows: readonly Row[];
  rowKey: (row: Row) => string;
};
type DataTableProps<Row> = PartProps<Row> & { initialSort?: Sort };

/** Sorts and pages rows that are all loaded, 50 per page. On a phone each row is a card. */
export function DataTable<Row>({ initialSort, ...props }: DataTableProps<Row>) {
  const [sort, setSort] = useState<Sort | undefined>(initialSort);
  const [wantedPage, setPage] = useState(0);
  const { columns, rows } = props;
  const sortBy = columns.find(({ key }) => key === sort?.key)?.sortBy;
  const sorted = sort && sortBy ? sortRows(rows, sortBy, sort.isDescending) : rows;
  const page = pageOf(sorted, wantedPage);
  return (
    <Listing
      {...props}
      columns={columns.map((column) => ({ ...column, isSortable: column.sortBy !== undefined }))}
      rows={page.rows}
      paging={{ found: rows.length, page: page.current, onPage: setPage }}
      sort={sort}
      onSort={setSort}
    />
  );
}

type PagedTableProps<Row> = PartProps<Row> & {
  choice: ListChoice;
  found: number;
  /** Whether more rows were found than paging can reach. */
  foundMore?: boolean;
  /** Whether the rows are still those of the previous page or sort order. */
  isStale: boolean;
  onChoice: (changes: Pick<ListChoice, 'sort' | 'page'>) => void;
};

/** A DataTable whose rows are paged and sorted by the server. */
export function PagedTable<Row>(props: PagedTableProps<Row>) {
  const { choice, found, foundMore, isStale, onChoice, ...shown } = props;
  const { sort, page } = choice;
  const onPage = (wanted: number) => onChoice({ ...(sort && { sort }), page: wanted });
  return (
    <Listing
      {...shown}
      isStale={isStale}
      paging={{ found, ...(foundMore && { foundMore }), page, onPage }}
      sort={sort}
      onSort={(wanted) => onChoice({ sort: wanted, page: 0 })}
    />
  );
}

type Sorting = { sort: Sort | undefined; onSort: (sort: Sort) => void };

/** A table that shows all its rows, sorted by the server. */
export function SortedTable<Row>(props: PartProps<Row> & Sorting & { isStale: boolean }) {
  return <Listing {...props} />;
}

type Paging = {
  found: number;
  foundMore?: boolean;
  page: number;
  onPage: (page: number) => void;
};
type ListingProps<Row> = PartProps<Row> & Sorting & { paging?: Paging; isStale?: boolean };

function Listing<Row>({ paging, sort, isStale, onSort, ...shown }: ListingProps<Row>) {
  const isPhone = useMediaQuery('(width < 48em)', undefined, { getInitialValueInEffect: false });
  const top = useRef<HTMLDivElement>(null);
  return (
    <Stack gap="md" ref={top} className={classes.listing} aria-busy={isStale}>
      {isPhone ? <Cards {...shown} /> : <Rows {...shown} sort={sort} onSort={onSort} />}
      {paging ? (
        <PageTurner
          {...paging}
          shown={shown.rows.length}
          isPhone={isPhone}
          onPage={(wanted) => {
            paging.onPage(wanted);
            if ((top.current?.getBoundingClientRect().top ?? 0) < 0) top.current?.scrollIntoView();
          }}
        />
      ) : null}
    </Stack>
  );
}

function PageTurner(props: Paging & { shown: number; isPhone: boolean | undefined }) {
  const { found, foundMore, page, shown, isPhone, onPage } = props;
  const pages = pageCount(found);
  if (pages === 1) return null;
  return (
    <Group justify="center" gap="xs">
      <Pagination
        total={pages}
        value={page + 1}
        siblings={isPhone ? 0 : 1}
        onChange={(wanted) => onPage(wanted - 1)}
        getControlProps={(control) => ({ 'aria-label': `${control} page` })}
      />
      <Text component="output" size="sm" c="dimmed" className="tabular">
        {count(page * PAGE_ROWS + 1)}–{count(page * PAGE_ROWS + shown)} of{' '}
        {foundMore ? `more than ${count(found)}` : count(found)}
      </Text>
    </Group>
  );
}

function Rows<Row>(props: PartProps<Row> & Sorting) {
  const { label, columns, rows, rowKey, sort, onSort } = props;
  return (
    <Table.ScrollContainer type="native" minWidth={640} className={classes.frame}>
      <Table highlightOnHover aria-label={label}>
        <Table.Thead className={classes.head}>
          <Table.Tr>
            {columns.map((column) => (
              <HeaderCell key={column.key} column={column} sort={sort} onSort={onSort} />
            ))}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {rows.map((row) => (
            <Table.Tr key={rowKey(row)}>
              {columns.map((column) => (
                <Table.Td key={column.key} className={classOf(column)}>
                  {column.render(row)}
                </Table.Td>
              ))}
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Table.ScrollContainer>
  );
}

function classOf<Row>(column: Column<Row>): string | undefined {
  if (isAtEnd(column)) return classes.end;
  return column.kind === 'heading' || column.isName ? classes.name : undefined;
}

const isAtEnd = <Row,>({ align, kind }: Column<Row>) => align === 'end' || kind === 'actions';

function HeaderCell<Row>({ column, sort, onSort }: Sorting & { column: Column<Row> }) {
  const { key, header, isSortable, width } = column;
  const isSorted = sort?.key === key;
  const order = isSorted ? (sort.isDescending ? 'descending' : 'ascending') : undefined;
  const Icon = order ? (order === 'descending' ? IconArrowDown : IconArrowUp) : IconArrowsSort;
  return (
    <Table.Th
      scope="col"
      w={width}
      aria-sort={order}
      className={isAtEnd(column) ? classes.end : undefined}
    >
      {isSortable ? (
        <button
          type="button"
          className={classes.sort}
          onClick={() => onSort({ key, isDescending: order === 'ascending' })}
        >
          {header}
          <Icon size={14} stroke={1.75} aria-hidden opacity={isSorted ? 1 : 0.4} />
        </button>
      ) : (
        header
      )}
    </Table.Th>
  );
}

function Cards<Row>({ label, columns, rows, rowKey }: PartProps<Row>) {
  const fields = columns.filter(({ kind }) => kind === undefined);
  const only = (kind: 'heading' | 'actions', row: Row) =>
    columns
      .filter((column) => column.kind === kind)
      .map(({ key, render }) => <div key={key}>{render(row)}</div>);
  return (
    <ul className={classes.cards} aria-label={label}>
      {rows.map((row) => (
        <li key={rowKey(row)} className={classes.card}>
          {only('heading', row)}
          <dl className={classes.fields}>
            {fields.map(({ key, header, render }) => (
              <div key={key} className={classes.field}>
                <dt>{header}</dt>
                <dd>{render(row)}</dd>
              </div>
            ))}
          </dl>
          <div className={classes.actions}>{only('actions', row)}</div>
        </li>
      ))}
    </ul>
  );
}

export function TableSkeleton({ label }: { label: string }) {
  return (
    <Stack
      gap={1}
      className={classes.frame}
      p="md"
      component="section"
      aria-busy
      aria-label={label}
    >
      {['a', 'b', 'c', 'd', 'e', 'f'].map((key) => (
        <Skeleton key={key} height={20} my={14} />
      ))}
    </Stack>
  );
}
