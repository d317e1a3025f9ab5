import {
  type ReactNode,
  type RefObject,
  useEffect,
  useEffectEvent,
  useLayoutEffect,
  useRef,
  useState,
  useSyncExternalStore,
} from 'react';

let isPrinted = false;

function subscribe(changed: () => void): () => void {
  const note = ({ type }: Event) => {
    isPrinted = type === 'beforeprint';
    changed();
  };
  window.addEventListener('beforeprint', note);
  window.addEventListener('afterprint', note);
  return () => {
    window.removeEventListener('beforeprint', note);
    window.removeEventListener('afterprint', note);
  };
}

/** Whether the page is being printed, which needs all items. */
const useIsPrinted = (): boolean =>
  useSyncExternalStore(
    subscribe,
    () => isPrinted,
    () => false,
  );

/** Items that are mounted together. Divisible by 2, 3, 4 and 6, so that rows are complete. */
const PORTION_SIZE = 12;
/** Portions in the first render, such as on the server, before the scroll position is known. */
const FIRST_PORTIONS = 2;
/** Items this far outside the screen stay mounted, so that Tab finds the next one. */
const MARGIN = '1000px';

type VirtualListProps<T> = {
  things: readonly T[];
  className?: string | undefined;
  /** Class of a portion's grid of equal boxes. */
  portionClassName: string | undefined;
  label?: string;
  /** A single row that scrolls sideways. */
  isSideways?: boolean;
  /** Index of the selected item, which is always mounted. */
  at?: number;
  /** Whether the first portions always stay mounted. Only for the only list of a page. */
  keepsFirst?: boolean | undefined;
  children: (thing: T, index: number) => ReactNode;
};

/**
 * Mounts only items near the screen and focused items; all items are mounted for printing. A scrolling ancestor other
 * than the page needs `data-scrolls`.
 */
export function VirtualList<T extends { id: string }>(props: VirtualListProps<T>) {
  const {
    things,
    className,
    portionClassName,
    label,
    isSideways = false,
    at,
    keepsFirst,
    children,
  } = props;
  const starts = Array.from(
    { length: Math.ceil(things.length / PORTION_SIZE) },
    (_, n) => n * PORTION_SIZE,
  );
  const keeps = (start: number) =>
    (keepsFirst && start < FIRST_PORTIONS * PORTION_SIZE) ||
    (at !== undefined && at >= start && at < start + PORTION_SIZE);
  return (
    // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- the items are nested in portions
    <div role="list" aria-label={label} className={className}>
      {starts.map((start) => {
        const portion = things.slice(start, start + PORTION_SIZE);
        return (
          <Portion
            key={start}
            className={portionClassName}
            isSideways={isSideways}
            isFirst={start < FIRST_PORTIONS * PORTION_SIZE}
            isKept={keeps(start)}
            count={portion.length}
            lastCount={things.length % PORTION_SIZE || PORTION_SIZE}
          >
            {() =>
              portion.map((thing, index) => (
                <div
                  key={thing.id}
                  // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- as above
                  role="listitem"
                  aria-setsize={things.length}
                  aria-posinset={start + index + 1}
                >
                  {children(thing, start + index)}
                </div>
              ))
            }
          </Portion>
        );
      })}
    </div>
  );
}

type PortionProps = {
  className: string | undefined;
  isSideways: boolean;
  isFirst: boolean;
  isKept: boolean;
  count: number;
  lastCount: number;
  children: () => ReactNode;
};

function Portion(props: PortionProps) {
  const { className, isSideways, isFirst, isKept, count, lastCount, children } = props;
  const box = useRef<HTMLDivElement>(null);
  const { isNear, leave } = useIsNear(box, isFirst);
  const isShown = useIsPrinted() || isNear || isKept;
  useSize(box, { isShown, isSideways, count, lastCount });
  const size = `var(${count < PORTION_SIZE ? '--last' : '--portion'})`;
  return (
    <div
      ref={box}
      className={className}
      style={isShown ? undefined : { [isSideways ? 'inlineSize' : 'blockSize']: size }}
      onBlur={leave}
    >
      {isShown ? children() : null}
    </div>
  );
}

function useIsNear(box: RefObject<HTMLDivElement | null>, isFirst: boolean) {
  const [isNear, setNear] = useState(isFirst);
  const isSeen = useRef(isFirst);
  useEffect(() => {
    const element = box.current;
    if (!element) return;
    const observer = new IntersectionObserver(
      (entries) => {
        isSeen.current = entries.at(-1)?.isIntersecting ?? false;
        setNear(isSeen.current || element.contains(document.activeElement));
      },
      { root: element.closest('[data-scrolls]'), rootMargin: MARGIN },
    );
    observer.observe(element);
    return () => observer.disconnect();
  }, [box]);
  const leave = ({ currentTarget, relatedTarget }: React.FocusEvent) => {
    if (!currentTarget.contains(relatedTarget)) setNear(isSeen.current);
  };
  return { isNear, leave };
}

type Sized = { isShown: boolean; isSideways: boolean; count: number; lastCount: number };

/** Sets the size of unmounted portions, measured on a mounted one. */
function useSize(
  box: RefObject<HTMLDivElement | null>,
  { isShown, isSideways, count, lastCount }: Sized,
) {
  const measure = useEffectEvent(() => {
    const element = box.current;
    if (!element || !isShown) return;
    const style = getComputedStyle(element);
    const gap = Number.parseFloat(isSideways ? style.columnGap : style.rowGap) || 0;
    const columns = isSideways ? 1 : style.gridTemplateColumns.split(' ').length;
    const length = isSideways ? element.offsetWidth : element.getBoundingClientRect().height;
    const lines = (things: number) => Math.ceil(things / columns);
    const sizeOf = (things: number) => (lines(things) * (length + gap)) / lines(count) - gap;
    // On the first render, the list has no ref yet.
    element.parentElement?.style.setProperty('--portion', `${sizeOf(PORTION_SIZE)}px`);
    element.parentElement?.style.setProperty('--last', `${sizeOf(lastCount)}px`);
  });
  // Measures before scroll positions are restored.
  useLayoutEffect(() => measure(), [isShown, count, lastCount]);
  useEffect(() => {
    if (!box.current || !isShown) return;
    const observer = new ResizeObserver(() => measure());
    observer.observe(box.current);
    return () => observer.disconnect();
  }, [box, isShown]);
}
