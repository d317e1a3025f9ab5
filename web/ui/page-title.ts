import { useEffect } from 'react';
import { brand } from '#web/lib/brand.ts';

/** Names the browser tab, 'Projects · Overfly', until the component is unmounted. */
export function usePageTitle(title: string): void {
  useEffect(() => {
    const before = document.title;
    document.title = `${title} · ${brand.name}`;
    return () => {
      document.title = before;
    };
  }, [title]);
}
