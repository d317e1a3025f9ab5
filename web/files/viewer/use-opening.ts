import { useEffect, useEffectEvent, useState } from 'react';
import { type Opening, readOpening, writeOpening } from './opening.ts';

/** What is open in the viewer over this page, or null; an address that says so opens it. */
export function useOpening() {
  const [opening, setOpening] = useState<Opening | null>(null);
  useEffect(() => {
    const follow = () => setOpening(readOpening(window.location.search));
    follow();
    window.addEventListener('popstate', follow);
    return () => window.removeEventListener('popstate', follow);
  }, []);
  return [opening, setOpening] as const;
}

/** The address of this page with another opening, or with none. */
export const addressOf = (opening: Opening | null): string => {
  const { origin, pathname, search, hash } = window.location;
  return `${origin}${pathname}${writeOpening(search, opening)}${hash}`;
};

const SETTLED_MS = 300;

/** Keeps the address up to date while the viewer is open, so that a reload or a copy of it leads back. */
export function useAddress(opening: Opening | null): void {
  const address = opening ? addressOf(opening) : window.location.href;
  const write = useEffectEvent(() => {
    // Past the router, which would load the page below anew with each picture that is looked at.
    if (window.location.href !== address)
      History.prototype.replaceState.call(window.history, window.history.state, '', address);
  });
  useEffect(() => {
    // Browsers refuse a page that writes its address with every step of a zoom.
    const timer = setTimeout(() => write(), SETTLED_MS);
    return () => clearTimeout(timer);
  }, [address]);
}
