import { Button, Group, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useMemo, useRef, useState } from 'react';
import { looksDown } from '#domain/directions.ts';
import { wrapDegrees } from '#domain/geodesy.ts';
import type { MapPosition } from '#domain/measurements.ts';
import type { Stop } from '#domain/missions/plan.ts';
import type { Place } from '#domain/missions/points.ts';
import { besideTakeoff, routeBounds } from '#domain/missions/surface.ts';
import { tileUrl } from '#domain/rasters.ts';
import { distanceMeters } from '#domain/viewpoints.ts';
import { api } from '#web/lib/api.ts';
import { useUnits } from '#web/lib/use-units.ts';
import { createSurveyMap, type Drawing, type SurveyMap } from '#web/maps/drawing/survey-map.ts';
import { Crosshair } from '#web/maps/survey-stage.tsx';
import classes from './mission-map.module.css';

type MissionMapProps = {
  projectId: string;
  takeoff: Place;
  stops: readonly Stop[];
  onTakeoff: (place: Place) => void;
};

/** The route with numbered points and view directions. Takeoff can be moved with the mouse or the keyboard. */
export function MissionMap({ projectId, takeoff, stops, onTakeoff }: MissionMapProps) {
  const units = useUnits();
  const { data } = useQuery(api.maps.orthophotos.queryOptions());
  const target = useRef<HTMLDivElement>(null);
  const [map, setMap] = useState<SurveyMap | null>(null);
  const [drawing, setDrawing] = useState<Drawing | null>(null);
  const drawn = useMemo(() => drawnRoute(takeoff, stops), [takeoff, stops]);
  useEffect(() => {
    if (!target.current) return;
    const isDark = getComputedStyle(document.documentElement).colorScheme === 'dark';
    const options = { label: 'Map of the mission', isDark, units, onStatus: () => {} };
    const created = createSurveyMap(target.current, options);
    setMap(created);
    return () => created.dispose();
  }, [units]);
  useEffect(() => {
    const orthophotos = (data?.orthophotos ?? []).filter((one) => one.projectId === projectId);
    map?.showLayers(
      orthophotos.map(({ fileId, mediaUrl, ...rest }) => ({
        ...rest,
        id: fileId,
        url: tileUrl(mediaUrl),
        opacity: 1,
        side: 'both',
      })),
    );
  }, [map, data, projectId]);
  useEffect(() => {
    map?.showFlights([{ id: 'route', line: drawn.line }]);
    map?.showPhotos(drawn.photos);
    map?.showShapes(drawn.points);
    map?.fit(drawn.bounds);
  }, [map, drawn]);

  const move = () => {
    const stop = () => setDrawing(null);
    const onFinish = ([position]: readonly MapPosition[]) => {
      stop();
      if (!position) return;
      const [longitude, latitude] = position;
      onTakeoff({ longitude: wrapDegrees(longitude), latitude });
    };
    setDrawing(map?.draw('point', { onChange: () => {}, onFinish, onCancel: stop }) ?? null);
  };
  return (
    <div>
      <div className={classes.frame}>
        <div ref={target} className={classes.map} />
        {drawing ? <Crosshair /> : null}
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
            <Text size="sm" c="dimmed">
              Click the map, or move it and use its center.
            </Text>
          </>
        ) : (
          <Button size="xs" variant="default" onClick={move}>
            Mark Takeoff
          </Button>
        )}
      </Group>
    </div>
  );
}

function drawnRoute(takeoff: Place, stops: readonly Stop[]) {
  const positionOf = (place: Place) => besideTakeoff(takeoff, place);
  const isStart = (stop: Stop) => distanceMeters(stop, takeoff) < 1;
  const labels = [
    ...(stops.some(isStart) ? [] : [{ place: takeoff, label: 'Takeoff' }]),
    ...stops.map((place, index) => ({
      place,
      label: `${isStart(place) ? 'Takeoff, ' : ''}${index + 1}`,
    })),
  ];
  return {
    line: [takeoff, ...stops, takeoff].map(positionOf),
    points: labels.map(({ place, label }) => ({
      id: label,
      label,
      corners: [positionOf(place)],
      shape: 'point' as const,
      isChosen: false,
    })),
    photos: stops.flatMap((stop) =>
      stop.points.map(({ id, yaw, pitch }) => {
        const [longitude, latitude] = positionOf(stop);
        return { id, longitude, latitude, yaw: looksDown({ gimbalPitch: pitch }) ? null : yaw };
      }),
    ),
    bounds: routeBounds(takeoff, stops),
  };
}
