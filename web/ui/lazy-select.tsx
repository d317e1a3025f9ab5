import { ComboboxChevron, InputBase } from '@mantine/core';
import { type ComponentType, useEffect, useState } from 'react';
import { importWithRetry } from '#web/lib/import-with-retry.ts';
import type { LazySelectProps, Wish } from './select-wish.ts';
import { isLetter } from './type-ahead.ts';

/** Keys that open a list of choices, with what keyboards call them. */
const KEYS: Readonly<Record<string, string>> = {
  ArrowDown: 'ArrowDown',
  ArrowUp: 'ArrowUp',
  Enter: 'Enter',
  ' ': 'Space',
};
const CLOSED = { role: 'combobox', 'aria-haspopup': 'listbox', 'aria-expanded': false } as const;
/** How long the page has to itself before the list is fetched in case, milliseconds. */
const PAUSE = 1500;

type Opened = ComponentType<LazySelectProps & { wish: Wish }>;

const load = () => importWithRetry(() => import('./opened-select.tsx'));
const fetchEarly = () => void load().catch(() => {});

/**
 * A choice out of a list that is not part of the first load: the field is there at once, the list comes a
 * moment later, or when the field is pressed or typed into.
 */
export function LazySelect(props: LazySelectProps) {
  const [wish, setWish] = useState<Wish | null>(null);
  const [Select, setSelect] = useState<Opened | null>(null);
  useEffect(() => {
    const timer = setTimeout(fetchEarly, PAUSE);
    return () => clearTimeout(timer);
  }, []);
  const want = (wanted: Wish) => {
    const { letters } = wanted;
    const more = (before: Wish | null) => ({ letters: (before?.letters ?? '') + letters });
    setWish(letters === undefined ? wanted : more);
    // Should it never come, the field can be pressed again.
    void load().then(
      ({ OpenedSelect }) => setSelect(() => OpenedSelect),
      () => setWish(null),
    );
  };
  return wish && Select ? (
    <Select {...props} wish={wish} />
  ) : (
    <ClosedField {...props} typed={wish?.typed} onWanted={want} />
  );
}

type ClosedFieldProps = LazySelectProps & {
  typed: string | undefined;
  onWanted: (wish: Wish) => void;
};

function ClosedField({ data, value, typed, onWanted, ...props }: ClosedFieldProps) {
  const { label, placeholder, className, maw, searchable, 'aria-label': name } = props;
  return (
    <InputBase
      {...{ label, placeholder, className, maw, 'aria-label': name }}
      {...CLOSED}
      autoComplete="off"
      pointer={!searchable}
      readOnly={!searchable}
      rightSection={<ComboboxChevron />}
      rightSectionPointerEvents="none"
      value={typed ?? data.find((choice) => choice.value === value)?.label ?? ''}
      onPointerEnter={fetchEarly}
      onFocus={fetchEarly}
      onClick={() => onWanted({})}
      onChange={(event) => onWanted({ typed: event.currentTarget.value })}
      onKeyDown={(event) => {
        const code = KEYS[event.key];
        if (isLetter(event.nativeEvent) && !searchable) onWanted({ letters: event.key });
        if (code === undefined || (code === 'Space' && searchable)) return;
        event.preventDefault();
        onWanted({ code });
      }}
    />
  );
}
