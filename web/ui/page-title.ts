import { useEffect } from 'react';
import { brand } from '#web/lib/brand.ts';

/** Sets the tab title ('Projects · Overfly') while mounted. */
export function usePageTitle(title: string): void {
  useEffect(() => {
    const before = document.title;
    document.title = `${title} · ${brand.name}`;
    return () => {
      document.title = before;
    };
  }, [title]);
}
