import { Select } from '@mantine/core';
import { useEffect, useState } from 'react';
import type { LazySelectProps } from './lazy-select.tsx';

/** The list of a `LazySelect`: it is open at first, and searched for what was `typed` meanwhile. */
export function OpenedSelect({ typed, data, ...props }: LazySelectProps & { typed: string }) {
  const chosen = data.find(({ value }) => value === props.value)?.label ?? '';
  const [search, setSearch] = useState(chosen);
  useEffect(() => {
    if (typed) setSearch(typed);
  }, [typed]);
  return (
    <Select
      {...props}
      data={data}
      autoFocus
      defaultDropdownOpened
      searchValue={search}
      onSearchChange={setSearch}
    />
  );
}
