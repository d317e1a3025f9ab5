import { type ReactNode, useEffect, useRef, useState } from 'react';

const NEAR = '300px';

type WhenNearProps = { waiting: ReactNode; children: ReactNode };

/** Shows what is heavy once it comes near the screen, and stays with it. */
export function WhenNear({ waiting, children }: WhenNearProps) {
  const place = useRef<HTMLDivElement>(null);
  const [isNear, setNear] = useState(false);
  useEffect(() => {
    if (isNear || !place.current) return;
    const observer = new IntersectionObserver(
      (entries) => {
        if (entries.some(({ isIntersecting }) => isIntersecting)) setNear(true);
      },
      { rootMargin: NEAR },
    );
    observer.observe(place.current);
    return () => observer.disconnect();
  }, [isNear]);
  return isNear ? children : <div ref={place}>{waiting}</div>;
}
