import { type ReactNode, type RefObject, useEffect, useRef, useState } from 'react';

/** Becomes true, and stays true, once the element is within `margin` (as in `rootMargin`) of the screen. */
export function useIsNear(
  element: RefObject<HTMLElement | null>,
  margin: string,
  isAtOnce = false,
): boolean {
  const [isNear, setNear] = useState(isAtOnce);
  useEffect(() => {
    const target = element.current;
    if (isNear || !target) return;
    const observer = new IntersectionObserver(
      (entries) => {
        if (entries.some(({ isIntersecting }) => isIntersecting)) setNear(true);
      },
      { rootMargin: margin },
    );
    observer.observe(target);
    return () => observer.disconnect();
  }, [element, margin, isNear]);
  return isNear || isAtOnce;
}

type WhenNearProps = { waiting: ReactNode; children: ReactNode };

export function WhenNear({ waiting, children }: WhenNearProps) {
  const place = useRef<HTMLDivElement>(null);
  return useIsNear(place, '300px') ? children : <div ref={place}>{waiting}</div>;
}
