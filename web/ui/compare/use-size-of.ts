import { type RefObject, useLayoutEffect, useState } from 'react';
import type { Size } from '#domain/homography.ts';

/** How large an element is laid out, px, transforms aside; null while that is not wanted, or not known. */
export function useSizeOf(element: RefObject<HTMLElement | null>, isWanted: boolean): Size | null {
  const [size, setSize] = useState<Size | null>(null);
  useLayoutEffect(() => {
    const watched = element.current;
    if (!watched || !isWanted) return;
    const measure = () => setSize({ width: watched.offsetWidth, height: watched.offsetHeight });
    const observer = new ResizeObserver(measure);
    observer.observe(watched);
    measure();
    return () => observer.disconnect();
  }, [element, isWanted]);
  return isWanted && size && size.width > 0 && size.height > 0 ? size : null;
}
