import { Group, Pagination } from '@mantine/core';
import { pageCount } from '#domain/pages.ts';

type PageTurnerProps = { found: number; page: number; onPage: (page: number) => void };

export function PageTurner({ found, page, onPage }: PageTurnerProps) {
  const pages = pageCount(found);
  if (pages === 1 && page === 0) return null;
  return (
    <Group justify="center">
      <Pagination
        total={pages}
        value={Math.min(page + 1, pages)}
        onChange={(wanted) => onPage(wanted - 1)}
        getControlProps={(control) => ({ 'aria-label': `${control} page` })}
      />
    </Group>
  );
}
