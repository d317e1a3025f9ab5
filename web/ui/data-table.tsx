import { Group, Pagination, Skeleton, Stack, Table } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { IconArrowDown, IconArrowsSort, IconArrowUp } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import classes from './data-table.module.css';
import { pageOf, type Sort, sortRows } from './table-rows.ts';

export type Column<Row> = {
  key: string;
  header: string;
  render: (row: Row) => ReactNode;
  /** Makes the column sortable. */
  sortBy?: (row: Row) => string | number | null;
  /** `heading` names the row, `actions` holds its buttons; on a phone they open and close its card. */
  kind?: 'heading' | 'actions';
  align?: 'end';
  width?: number;
};

type DataTableProps<Row> = {
  /** What the table lists, for screen readers. */
  label: string;
  columns: Column<Row>[];
  rows: readonly Row[];
  rowKey: (row: Row) => string;
  initialSort?: Sort;
};

/** A list with sortable headers and pages of 50; on a phone each row is a card. */
export function DataTable<Row>({ label, columns, rows, rowKey, initialSort }: DataTableProps<Row>) {
  const [sort, setSort] = useState<Sort | undefined>(initialSort);
  const [wantedPage, setPage] = useState(1);
  const isPhone = useMediaQuery('(width < 48em)', undefined, { getInitialValueInEffect: false });
  const sortBy = columns.find(({ key }) => key === sort?.key)?.sortBy;
  const sorted = sort && sortBy ? sortRows(rows, sortBy, sort.isDescending) : rows;
  const page = pageOf(sorted, wantedPage);
  const shown = { label, columns, rows: page.rows, rowKey };
  return (
    <Stack gap="md">
      {isPhone ? <Cards {...shown} /> : <Rows {...shown} sort={sort} onSort={setSort} />}
      {page.pages > 1 ? (
        <Group justify="center">
          <Pagination
            total={page.pages}
            value={page.current}
            onChange={setPage}
            getControlProps={(control) => ({ 'aria-label': `${control} page` })}
          />
        </Group>
      ) : null}
    </Stack>
  );
}

type PartProps<Row> = Omit<DataTableProps<Row>, 'initialSort'>;

function Rows<Row>(
  props: PartProps<Row> & { sort: Sort | undefined; onSort: (sort: Sort) => void },
) {
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
                <Table.Td key={column.key} className={isAtEnd(column) ? classes.end : undefined}>
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

const isAtEnd = <Row,>({ align, kind }: Column<Row>) => align === 'end' || kind === 'actions';

type HeaderCellProps<Row> = {
  column: Column<Row>;
  sort: Sort | undefined;
  onSort: (sort: Sort) => void;
};

function HeaderCell<Row>({ column, sort, onSort }: HeaderCellProps<Row>) {
  const { key, header, sortBy, width, kind } = column;
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
      {sortBy ? (
        <button
          type="button"
          className={classes.sort}
          onClick={() => onSort({ key, isDescending: order === 'ascending' })}
        >
          {header}
          <Icon size={14} stroke={1.75} aria-hidden opacity={isSorted ? 1 : 0.4} />
        </button>
      ) : (
        <span className={kind === 'actions' ? 'visually-hidden' : undefined}>{header}</span>
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

/** The place of a table while its rows are loaded. */
export function TableSkeleton({ label }: { label: string }) {
  return (
    <Stack gap={1} className={classes.frame} p="md" aria-busy aria-label={label}>
      {['a', 'b', 'c', 'd', 'e', 'f'].map((key) => (
        <Skeleton key={key} height={20} my={14} />
      ))}
    </Stack>
  );
}
