import { Button, Group } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import type { MapPosition } from '#domain/measurements.ts';
import type { Bounds } from '#domain/rasters.ts';
import { useUnits } from '#web/lib/use-units.ts';
import {
  createSurveyMap,
  type Drawing,
  type DrawnShape,
  type PhotoMarker,
  type SurveyLayer,
  type SurveyMap,
} from './drawing/survey-map.ts';
import styles from './survey.module.css';

type RouteMapProps = {
  label: string;
  layers: readonly SurveyLayer[];
  line: readonly MapPosition[];
  photos: readonly PhotoMarker[];
  points: readonly DrawnShape[];
  bounds: Bounds;
  /** The button that moves the start, and what it calls. */
  pickLabel: string;
  onPick: (place: MapPosition) => void;
};

/** A planned route with numbered points and view directions. Its start can be moved with the mouse or the keyboard. */
export function RouteMap(props: RouteMapProps) {
  const { label, layers, line, photos, points, bounds, pickLabel, onPick } = props;
  const units = useUnits();
  const target = useRef<HTMLDivElement>(null);
  const [map, setMap] = useState<SurveyMap | null>(null);
  const [drawing, setDrawing] = useState<Drawing | null>(null);
  const shown = useRef(bounds);
  useEffect(() => {
    if (!target.current) return;
    const isDark = getComputedStyle(document.documentElement).colorScheme === 'dark';
    const options = { label, isDark, units, onStatus: () => {} };
    const created = createSurveyMap(target.current, options);
    created.fit(shown.current);
    setMap(created);
    return () => created.dispose();
  }, [label, units]);
  useEffect(() => map?.showLayers(layers), [map, layers]);
  useEffect(() => map?.showFlights([{ id: 'route', line }]), [map, line]);
  useEffect(() => map?.showPhotos(photos), [map, photos]);
  useEffect(() => map?.showShapes(points), [map, points]);

  const pick = () => {
    if (!map) return;
    const stop = () => setDrawing(null);
    const onFinish = ([place]: readonly MapPosition[]) => {
      stop();
      if (place) onPick(place);
    };
    setDrawing(map.draw('point', { onChange: () => {}, onFinish, onCancel: stop }));
  };
  return (
    <div>
      <div className={styles.stage} style={{ height: 'min(22rem, 60vh)' }}>
        <div ref={target} className={styles.pane} />
      </div>
      <Group gap="xs" mt="xs">
        {drawing ? (
          <>
            <Button size="xs" onClick={drawing.addAtCenter}>
              Use Map Center
            </Button>
            <Button size="xs" variant="default" onClick={drawing.cancel}>
              Cancel
            </Button>
            Click the map, or move it and use its center.
          </>
        ) : (
          <Button size="xs" variant="default" onClick={pick}>
            {pickLabel}
          </Button>
        )}
      </Group>
    </div>
  );
}
