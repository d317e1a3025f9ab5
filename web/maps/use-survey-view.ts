import { useEffect, useEffectEvent, useState } from 'react';
import { type MapPlace, type MapView, readMapView, writeMapView } from './map-view.ts';
import { firstView, type MapWeek } from './survey-view.ts';

const SETTLED_MS = 300;

/** What the map shows, from the address and kept in it from the first change on. */
export function useSurveyView(weeks: readonly MapWeek[], wantedId: string | undefined) {
  const [view, setView] = useState<MapView | null>(() =>
    firstView(weeks, readMapView(window.location.search), wantedId),
  );
  const [place, setPlace] = useState<MapPlace | undefined>(view?.place);
  const [isTouched, setTouched] = useState(false);
  // What was shown may be gone since.
  const known = weeks.some(({ submissionId }) => submissionId === view?.submissionId);
  const shown = (known ? view : null) ?? firstView(weeks, null, wantedId);
  if (!shown) throw new Error('A map needs a week.');

  const write = useEffectEvent(() => keepInAddress({ ...shown, place }));
  useEffect(() => {
    if (!isTouched) return;
    // Browsers refuse a page that writes its address with every step of a move.
    const timer = setTimeout(() => write(), SETTLED_MS);
    return () => clearTimeout(timer);
  }, [isTouched, view, place]);

  return {
    view: shown,
    setView: (next: MapView) => {
      setTouched(true);
      setView(next);
    },
    /** The map has come to rest somewhere. */
    move: (next: MapPlace) => {
      // The first is where it was put.
      if (place) setTouched(true);
      setPlace(next);
    },
    /** Where a map that is drawn anew goes; undefined for all that there is. */
    start: () => place,
  };
}

/** Writes the view to the URL, bypassing the router, which would reload the page at every step. */
export function keepInAddress(view: MapView): void {
  const { origin, pathname, search, hash } = window.location;
  const address = `${origin}${pathname}${writeMapView(search, view)}${hash}`;
  if (window.location.href !== address)
    History.prototype.replaceState.call(window.history, window.history.state, '', address);
}
