import { ComboboxChevron, InputBase, type SelectProps } from '@mantine/core';
import { type KeyboardEvent, Suspense, useEffect, useState } from 'react';
import { importWithRetry, lazyPart } from '#web/lib/import-with-retry.ts';

const load = () => import('./opened-select.tsx');
const OpenedSelect = lazyPart(load, 'OpenedSelect');

/** What opens a list of choices by keys. */
const KEYS = new Set(['ArrowDown', 'ArrowUp', 'Enter', ' ']);
/** How long the page has to itself before the list is fetched in case, milliseconds. */
const PAUSE = 1500;

export type LazySelectProps = Omit<SelectProps<string>, 'data' | 'value'> & {
  data: readonly { value: string; label: string }[];
  value: string | null;
};

/**
 * A choice out of a list that is not part of the first load: the field is there at once, the list comes a
 * moment later, or when the field is pressed or typed into.
 */
export function LazySelect(props: LazySelectProps) {
  /** What was typed before the list was there; null as long as nobody asked for it. */
  const [typed, setTyped] = useState<string | null>(null);
  useEffect(() => {
    const timer = setTimeout(() => void importWithRetry(load), PAUSE);
    return () => clearTimeout(timer);
  }, []);
  const waiting = <Waiting {...props} typed={typed} onWanted={setTyped} />;
  if (typed === null) return waiting;
  return (
    <Suspense fallback={waiting}>
      <OpenedSelect {...props} typed={typed} />
    </Suspense>
  );
}

type WaitingProps = LazySelectProps & { typed: string | null; onWanted: (typed: string) => void };

/** The closed field. */
function Waiting({ data, value, typed, onWanted, ...props }: WaitingProps) {
  const { label, placeholder, className, maw, searchable, 'aria-label': name } = props;
  const onKeyDown = (event: KeyboardEvent) => {
    if (!KEYS.has(event.key) || (event.key === ' ' && searchable)) return;
    event.preventDefault();
    onWanted('');
  };
  const input = { label, placeholder, className, maw, 'aria-label': name };
  return (
    <InputBase
      {...input}
      role="combobox"
      aria-haspopup="listbox"
      aria-expanded={false}
      autoComplete="off"
      pointer={!searchable}
      readOnly={!searchable}
      rightSection={<ComboboxChevron />}
      rightSectionPointerEvents="none"
      value={typed || (data.find((choice) => choice.value === value)?.label ?? '')}
      onPointerEnter={() => void importWithRetry(load)}
      onFocus={() => void importWithRetry(load)}
      onClick={() => onWanted('')}
      onKeyDown={onKeyDown}
      onChange={({ currentTarget }) => onWanted(currentTarget.value)}
    />
  );
}
