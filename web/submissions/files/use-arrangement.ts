import { type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react';
import type { StaffFile } from '#domain/files.ts';
import { dropOn, type Move, move, neighborIndex } from './file-order.ts';

type Drag = { id: string; overId: string; isBehind: boolean };

type ArrangementParts = {
  files: readonly StaffFile[];
  onOrder: (ids: string[]) => void;
  onDelete: (id: string) => void;
  announce: (text: string) => void;
};

const KEY_MOVES: Record<string, Move> = {
  ArrowLeft: 'earlier',
  ArrowUp: 'earlier',
  ArrowRight: 'later',
  ArrowDown: 'later',
  Home: 'start',
  End: 'end',
};
/** Identifies dragged tiles. Some browsers don't start a drag without data. */
const DRAG_TYPE = 'application/x-overfly-file';

const columnsOf = (grid: HTMLElement) =>
  getComputedStyle(grid).gridTemplateColumns.split(' ').length;

const tileOf = ({ target }: Event): HTMLElement | null =>
  target instanceof Element ? target.closest<HTMLElement>('[data-tile]') : null;

function isOverEnd(tile: HTMLElement, { clientX }: DragEvent): boolean {
  const { left, width } = tile.getBoundingClientRect();
  return clientX > left + width / 2;
}

/**
 * Keyboard navigation and reordering of a file grid: arrow keys move the focus, Alt and arrow keys move the file, and
 * files can be dragged. Tiles have their file's ID in `data-tile`; the element to focus has `data-open`.
 */
export function useArrangement(parts: ArrangementParts) {
  const { files, onOrder, onDelete, announce } = parts;
  const [current, setCurrent] = useState<string | null>(null);
  const [drag, setDrag] = useState<Drag | null>(null);
  const grid = useRef<HTMLUListElement>(null);
  const ids = files.map(({ id }) => id);

  const focus = (id: string) =>
    grid.current?.querySelector<HTMLElement>(`[data-open="${id}"]`)?.focus();

  const order = (next: string[], id: string) => {
    if (next.join() === ids.join()) return;
    onOrder(next);
    const name = files.find((file) => file.id === id)?.fileName ?? '';
    announce(`${name} moved to position ${next.indexOf(id) + 1} of ${next.length}`);
  };
  const moveFile = (id: string, where: Move) => order(move(ids, id, where), id);

  const onKey = (event: KeyboardEvent, id: string) => {
    const where = event.altKey ? KEY_MOVES[event.key] : undefined;
    if (where) {
      event.preventDefault();
      moveFile(id, where);
      // Moving the element in the DOM removes its focus in some browsers.
      requestAnimationFrame(() => focus(id));
      return;
    }
    const isOnPicture = event.target instanceof HTMLElement && event.target.dataset['open'] === id;
    if (!isOnPicture || !grid.current || event.altKey || event.ctrlKey || event.metaKey) return;
    if (event.key === 'Delete') return onDelete(id);
    const layout = { columns: columnsOf(grid.current), length: ids.length };
    const target = neighborIndex(event.key, ids.indexOf(id), layout);
    const targetId = target === null ? undefined : ids[target];
    if (targetId === undefined) return;
    event.preventDefault();
    setCurrent(targetId);
    focus(targetId);
  };

  const onDragEvent = (event: DragEvent, tile: HTMLElement, overId: string) => {
    if (event.type === 'dragstart') {
      event.dataTransfer?.setData(DRAG_TYPE, overId);
      setDrag({ id: overId, overId, isBehind: false });
    }
    if (event.type === 'dragend') setDrag(null);
    if (!drag || (event.type !== 'dragover' && event.type !== 'drop')) return;
    event.preventDefault();
    const isBehind = isOverEnd(tile, event);
    if (event.type === 'drop') {
      setDrag(null);
      order(dropOn(ids, drag.id, { id: overId, isBehind }), drag.id);
    } else if (drag.overId !== overId || drag.isBehind !== isBehind) {
      setDrag({ ...drag, overId, isBehind });
    }
  };

  useTileEvents(grid, (event, tile, id) => {
    if (event instanceof KeyboardEvent) onKey(event, id);
    else if (event instanceof DragEvent) onDragEvent(event, tile, id);
    else setCurrent(id);
  });

  const dropSide = drag?.isBehind ? ('behind' as const) : ('before' as const);
  return {
    grid,
    moveFile,
    currentId: current !== null && ids.includes(current) ? current : (ids[0] ?? null),
    drop: drag && drag.overId !== drag.id ? { id: drag.overId, side: dropSide } : null,
  };
}

const TILE_EVENTS = ['keydown', 'focusin', 'dragstart', 'dragover', 'drop', 'dragend'] as const;

/** One listener for the whole grid. Menus and dialogs are outside of it, so their events don't arrive here. */
function useTileEvents(
  grid: RefObject<HTMLElement | null>,
  onEvent: (event: Event, tile: HTMLElement, id: string) => void,
) {
  const latest = useRef(onEvent);
  useLayoutEffect(() => {
    latest.current = onEvent;
  });
  useEffect(() => {
    const element = grid.current;
    if (!element) return;
    const controller = new AbortController();
    const listener = (event: Event) => {
      const tile = tileOf(event);
      const id = tile?.dataset['tile'];
      if (tile && id !== undefined) latest.current(event, tile, id);
    };
    for (const type of TILE_EVENTS) {
      element.addEventListener(type, listener, { signal: controller.signal });
    }
    return () => controller.abort();
  }, [grid]);
}
