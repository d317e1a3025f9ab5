import { type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react';
import type { StaffFile } from '#domain/files.ts';
import { dropOn, type Move, move, neighbour } from './file-order.ts';

/** The file that is dragged, and where it would land. */
type Drag = { id: string; overId: string; isBehind: boolean };

type ArrangementParts = {
  files: readonly StaffFile[];
  onOrder: (ids: string[]) => void;
  /** The Delete key was pressed on a file. */
  onDelete: (id: string) => void;
  /** Tells the outcome to screen readers. */
  say: (text: string) => void;
};

const KEY_MOVES: Record<string, Move> = {
  ArrowLeft: 'earlier',
  ArrowUp: 'earlier',
  ArrowRight: 'later',
  ArrowDown: 'later',
  Home: 'start',
  End: 'end',
};
/** Tells a tile from files of the computer; without any data some browsers do not drag. */
const DRAG_TYPE = 'application/x-overfly-file';

/** Columns that a grid is laid out in at the moment. */
const columnsOf = (grid: HTMLElement) =>
  getComputedStyle(grid).gridTemplateColumns.split(' ').length;

const tileOf = ({ target }: Event): HTMLElement | null =>
  target instanceof Element ? target.closest<HTMLElement>('[data-tile]') : null;

/** Whether the pointer is over the second half of a tile. */
function isOverEnd(tile: HTMLElement, { clientX }: DragEvent): boolean {
  const { left, width } = tile.getBoundingClientRect();
  return clientX > left + width / 2;
}

/**
 * Walking through a grid of files and putting them into another order: arrow keys walk, with Alt they
 * move the file; or it is dragged. Tiles carry their file's id in `data-tile`, and what takes the
 * focus in `data-open`.
 */
export function useArrangement(parts: ArrangementParts) {
  const { files, onOrder, onDelete, say } = parts;
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
    say(`${name} is now number ${next.indexOf(id) + 1} of ${next.length}`);
  };
  const moveFile = (id: string, where: Move) => order(move(ids, id, where), id);

  const onKey = (event: KeyboardEvent, id: string) => {
    const where = event.altKey ? KEY_MOVES[event.key] : undefined;
    if (where) {
      event.preventDefault();
      moveFile(id, where);
      // The element moves in the document, and some browsers take the focus from what is moved.
      requestAnimationFrame(() => focus(id));
      return;
    }
    const isOnPicture = event.target instanceof HTMLElement && event.target.dataset['open'] === id;
    if (!isOnPicture || !grid.current || event.altKey || event.ctrlKey || event.metaKey) return;
    if (event.key === 'Delete') return onDelete(id);
    const layout = { columns: columnsOf(grid.current), length: ids.length };
    const target = neighbour(event.key, ids.indexOf(id), layout);
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
    /** The file that the Tab key comes to. */
    currentId: current !== null && ids.includes(current) ? current : (ids[0] ?? null),
    /** The file that another one is dragged over, and the side it would land on. */
    drop: drag && drag.overId !== drag.id ? { id: drag.overId, side: dropSide } : null,
  };
}

const TILE_EVENTS = ['keydown', 'focusin', 'dragstart', 'dragover', 'drop', 'dragend'] as const;

/** Listens once for the whole grid, and so hears nothing of menus and dialogs that a tile has opened. */
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
