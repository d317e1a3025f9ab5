import { type RefObject, useRef, useState } from 'react';

export const ROW_MARK = 'data-row-id';

export type Selection = {
  chosen: ReadonlySet<string>;
  /** Toggles a row; with `isRange`, all rows from the last toggled one. */
  toggle: (id: string, isRange: boolean) => void;
  /** Selects all, or deselects all if all are selected. */
  toggleAll: (ids: readonly string[]) => void;
  clear: () => void;
};

export function useSelection(within: RefObject<HTMLElement | null>): Selection {
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const last = useRef<string | null>(null);
  const setSelected = (ids: readonly string[], isChosen: boolean) =>
    setChosen((before) => {
      const after = new Set(before);
      for (const id of ids) {
        if (isChosen) after.add(id);
        else after.delete(id);
      }
      return after;
    });
  return {
    chosen,
    toggle(id, isRange) {
      const shown = [...(within.current?.querySelectorAll(`[${ROW_MARK}]`) ?? [])].flatMap(
        (box) => box.getAttribute(ROW_MARK) ?? [],
      );
      const ids = isRange && last.current !== null ? idsBetween(shown, last.current, id) : [id];
      last.current = id;
      setSelected(ids, !chosen.has(id));
    },
    toggleAll: (ids) => setSelected(ids, !ids.every((id) => chosen.has(id))),
    clear: () => setChosen(new Set()),
  };
}

/** The IDs from `from` to `to` in list order, inclusive. Only `to` if either isn't in the list. */
export function idsBetween(ids: readonly string[], from: string, to: string): string[] {
  const [a, b] = [ids.indexOf(from), ids.indexOf(to)];
  return a < 0 || b < 0 ? [to] : ids.slice(Math.min(a, b), Math.max(a, b) + 1);
}
