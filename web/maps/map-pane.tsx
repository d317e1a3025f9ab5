import { useEffect, useEffectEvent, useRef, useState } from 'react';
import {
  createSurveyMap,
  type DrawnShape,
  type FlightLine,
  type PhotoMarker,
  type SurveyLayer,
  type SurveyMap,
  type TileStatus,
} from '#web/maps/drawing/survey-map.ts';
import type { MapPlace } from './map-view.ts';
import type { Units } from '#domain/units.ts';
import styles from './survey.module.css';

type MapPaneProps = {
  label: string;
  layers: readonly SurveyLayer[];
  split?: number | null;
  photos: readonly PhotoMarker[];
  flights: readonly FlightLine[];
  shapes: readonly DrawnShape[];
  units: Units;
  /** The map that this one moves with. */
  besides?: SurveyMap;
  onReady?: (map: SurveyMap | null) => void;
  onStatus: (status: TileStatus) => void;
  onMove?: (place: MapPlace) => void;
  onPhoto: (id: string) => void;
  onShape: (id: string) => void;
};

const isDark = () => getComputedStyle(document.documentElement).colorScheme === 'dark';

/** One map; what it shows follows from its props. */
export function MapPane(props: MapPaneProps) {
  const { layers, split = null, photos, flights, shapes, units, besides } = props;
  const target = useRef<HTMLDivElement>(null);
  const latest = useRef(props);
  useEffect(() => {
    latest.current = props;
  });
  const [map, setMap] = useState<SurveyMap | null>(null);
  const create = useEffectEvent((element: HTMLElement) => {
    return createSurveyMap(element, {
      label: props.label,
      isDark: isDark(),
      units,
      besides,
      onStatus: (status) => latest.current.onStatus(status),
      onMove: (place) => latest.current.onMove?.(place),
      onPhoto: (id) => latest.current.onPhoto(id),
      onShape: (id) => latest.current.onShape(id),
    });
  });
  const tellReady = useEffectEvent((ready: SurveyMap | null) => props.onReady?.(ready));
  useEffect(() => {
    if (!target.current) return;
    const made = create(target.current);
    setMap(made);
    tellReady(made);
    return () => {
      tellReady(null);
      setMap(null);
      made.dispose();
    };
  }, [besides]);
  useEffect(() => map?.showLayers(layers), [map, layers]);
  useEffect(() => map?.setSplit(split), [map, split]);
  useEffect(() => map?.showPhotos(photos), [map, photos]);
  useEffect(() => map?.showFlights(flights), [map, flights]);
  useEffect(() => map?.showShapes(shapes), [map, shapes]);
  useEffect(() => map?.setUnits(units), [map, units]);
  return <div ref={target} className={styles.pane} />;
}
