import { Select } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import type { LazySelectProps, Wish } from './select-wish.ts';

/** What stands in the place of a `LazySelect` once it is wanted: it does what was done to the field. */
export function OpenedSelect({ wish, data, ...props }: LazySelectProps & { wish: Wish }) {
  const [search, setSearch] = useState(
    () => data.find(({ value }) => value === props.value)?.label ?? '',
  );
  const [done] = useState(wish);
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => {
    input.current?.focus();
    const press = (key: KeyboardEventInit) =>
      input.current?.dispatchEvent(new KeyboardEvent('keydown', { ...key, bubbles: true }));
    if (done.code !== undefined) press({ code: done.code });
    else if (done.letters !== undefined) for (const key of done.letters) press({ key });
    else input.current?.click();
    const { typed } = done;
    // The list empties its search as it comes.
    if (typed !== undefined) queueMicrotask(() => setSearch(typed));
  }, [done]);
  return (
    <Select {...props} ref={input} data={data} searchValue={search} onSearchChange={setSearch} />
  );
}
