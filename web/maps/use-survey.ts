import { type RefObject, useEffect, useEffectEvent, useMemo, useState } from 'react';
import type { MeasureKind } from '#domain/measurements.ts';
import { boundsAround } from '#domain/rasters.ts';
import { useUnits } from '#web/lib/use-units.ts';
import { useFullScreen } from '#web/ui/use-full-screen.ts';
import type { DrawnShape, SurveyMap } from './drawing/survey-map.ts';
import { type MapPlace, type MapView, readMapView, writeMapView } from './map-view.ts';
import type { SurveySource } from './survey-source.ts';
import {
  earlierThan,
  firstView,
  heightsAt,
  type MapSubmission,
  labelsOf,
  type PlacedRaster,
  rastersOf,
  shownLayers,
  withMap,
} from './survey-view.ts';
import { useLayers } from './use-layers.ts';
import { useMeasuring, useShapes } from './use-measuring.ts';
import { useSavedMeasurements, usePhotos } from './use-submission-data.ts';

const URL_DELAY_MS = 300;

/** The view from the URL. It's written back once the view changes. */
function useSurveyView(weeks: readonly MapSubmission[], wantedId: string | undefined) {
  const [view, setView] = useState<MapView | null>(() =>
    firstView(weeks, readMapView(window.location.search), wantedId),
  );
  const [place, setPlace] = useState<MapPlace | undefined>(view?.place);
  const [isTouched, setTouched] = useState(false);
  // The shown submission may have been deleted.
  const isKnown = weeks.some(({ submissionId }) => submissionId === view?.submissionId);
  const shown = (isKnown ? view : null) ?? firstView(weeks, null, wantedId);
  const week = weeks.find(({ submissionId }) => submissionId === shown?.submissionId);
  if (!shown || !week) throw new Error('No week with a map to show.');

  const write = useEffectEvent(() => writeToUrl({ ...shown, place }));
  useEffect(() => {
    if (!isTouched) return;
    // Debounced, because browsers limit how often a page may change its URL.
    const timer = setTimeout(() => write(), URL_DELAY_MS);
    return () => clearTimeout(timer);
  }, [isTouched, view, place]);

  return {
    view: shown,
    week,
    setView: (next: MapView) => {
      setTouched(true);
      setView(next);
    },
    move: (next: MapPlace) => {
      // The first move is the initial placement.
      if (place) setTouched(true);
      setPlace(next);
    },
    /** Where a remounted map starts; undefined to fit everything. */
    start: () => place,
  };
}

/** Writes the view to the URL, bypassing the router, which would reload the page on every change. */
export function writeToUrl(view: MapView): void {
  const { origin, pathname, search, hash } = window.location;
  const address = `${origin}${pathname}${writeMapView(search, view)}${hash}`;
  if (window.location.href !== address)
    History.prototype.replaceState.call(window.history, window.history.state, '', address);
}

/** The open measurement or pin. A pin in the URL is open at first, and the map is scrolled into view. */
function useOpenId(frame: RefObject<HTMLElement | null>) {
  const state = useState(() => new URLSearchParams(window.location.search).get('pin'));
  const [openId] = state;
  const showPin = useEffectEvent(() => {
    if (openId) frame.current?.scrollIntoView({ block: 'start' });
  });
  useEffect(() => showPin(), []);
  return state;
}

export type SurveyPanelProps = {
  /** Newest first. */
  weeks: readonly MapSubmission[];
  projectName: string;
  timeZone: string;
  source: SurveySource;
  /** The initial submission, unless the URL names another. */
  wantedId?: string | undefined;
  hasPhotos: boolean;
  /** Shows pins of this project, for people who are signed in. */
  pinsOf?: string | undefined;
  onPhoto: (photo: { submissionId: string; fileId: string }) => void;
  /** Called when tiles fail to load, because their URLs may have expired. */
  onFailing: () => void;
};

export type Survey = ReturnType<typeof useSurvey>;

/** The map's state and actions. Its parts receive it as `survey`. */
export function useSurvey(props: SurveyPanelProps, frame: RefObject<HTMLElement | null>) {
  const { weeks, timeZone, source, wantedId, hasPhotos, onPhoto } = props;
  const [map, setMap] = useState<SurveyMap | null>(null);
  const [isPrinting, setPrinting] = useState(false);
  const [arePhotosShown, setPhotosShown] = useState(false);
  const [openId, setOpenId] = useOpenId(frame);
  const { view, week, setView, move, start } = useSurveyView(weeks, wantedId);
  const layers = useLayers(weeks, view);
  const { first, second } = layers;
  const kept = useSavedMeasurements(source, view.submissionId);
  const earlier = earlierThan(weeks, view);
  const measuring = useMeasuring(
    map,
    (at, which) => heightsAt(at, which, { week, earlier, view, shown: layers.model }),
    source.measure,
  );
  const [pinShapes, setPinShapes] = useState<DrawnShape[]>([]);
  const measured = useShapes(measuring.state, kept.list, openId, useUnits());
  const shapes = useMemo(() => [...measured, ...pinShapes], [measured, pinShapes]);
  const show = (next: MapView) => {
    measuring.clear();
    setOpenId(null);
    setView(next);
    const { main, site } = shownLayers(weeks, next);
    const bounds = boundsOf(site);
    // The chosen map may be of another site.
    if (main && bounds && !map?.isInView(main.bounds)) map?.fit(bounds);
  };
  const dayOf = (one: MapSubmission | undefined) => (one && labelsOf(one, timeZone)[0]) ?? '';
  return {
    ...props,
    map,
    isPrinting,
    setPrinting,
    arePhotosShown,
    setPhotosShown,
    openId,
    setOpenId,
    view,
    week,
    setView,
    move,
    layers,
    kept,
    measuring,
    shapes,
    setPinShapes,
    show,
    fullScreen: useFullScreen(frame),
    photos: usePhotos(source, view.submissionId, hasPhotos && arePhotosShown),
    shownOfWeek: layers.sides[second === week ? 1 : 0],
    /** The second is null for a single submission. */
    labels: [dayOf(first), second ? dayOf(second) : null] as const,
    /** The day of the submission that changes are measured from. */
    earlierLabel: dayOf(earlier),
    setMap: (ready: SurveyMap | null) => {
      setMap(ready);
      const place = start();
      const bounds = view.fileId ? layers.main?.bounds : boundsOf(layers.site);
      if (place) ready?.goTo(place);
      else if (bounds) ready?.fit(bounds);
    },
    showMap: (chosen: PlacedRaster) => {
      show(withMap(weeks, view, chosen));
      map?.fit(chosen.bounds);
    },
    openMeasurement: (id: string | null) => {
      setOpenId(id);
      const shape = shapes.find((one) => one.id === id);
      if (shape) map?.goToShape(shape);
    },
    openPhoto: (fileId: string) => onPhoto({ submissionId: view.submissionId, fileId }),
    /** Why this kind of measurement isn't possible here; null if it is. */
    obstacle: (kind: MeasureKind) => findObstacle(kind, week, earlier),
  };
}

function findObstacle(
  kind: MeasureKind,
  week: MapSubmission,
  earlier: MapSubmission | undefined,
): string | null {
  if (kind === 'distance' || kind === 'area') return null;
  if (rastersOf(week, 'elevation').length === 0) return 'This week has no elevation map.';
  return kind === 'change' && !earlier ? 'No earlier week has an elevation map.' : null;
}

const boundsOf = (rasters: readonly PlacedRaster[]) =>
  boundsAround(rasters.map(({ bounds }) => bounds));
