import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { looksDown } from '#domain/directions.ts';
import { wrapDegrees } from '#domain/geodesy.ts';
import type { MapPosition } from '#domain/measurements.ts';
import type { Place } from '#domain/missions/points.ts';
import { boundsAround, tileUrl } from '#domain/rasters.ts';
import { RouteMap } from '#web/maps/route-map.tsx';
import { api } from '#web/lib/api.ts';
import type { MissionPlanner } from './use-mission.ts';

type MissionMapProps = { planner: MissionPlanner; takeoff: Place; projectId: string };

/** Degrees around the route that the map shows, about 50 m. */
const MARGIN = 0.0005;

export function MissionMap({ planner, takeoff, projectId }: MissionMapProps) {
  const { stops, setPlace } = planner;
  const { data } = useQuery(api.maps.orthophotos.queryOptions());
  const layers = useMemo(
    () =>
      (data?.orthophotos ?? [])
        .filter((one) => one.projectId === projectId)
        .map(({ fileId, mediaUrl, bounds, minZoom, maxZoom }) => ({
          id: fileId,
          url: tileUrl(mediaUrl),
          bounds,
          minZoom,
          maxZoom,
          opacity: 1,
          side: 'both' as const,
        })),
    [data, projectId],
  );
  const drawn = useMemo(() => drawnRoute(takeoff, stops), [takeoff, stops]);
  return (
    <RouteMap
      {...drawn}
      label="Map of the mission"
      layers={layers}
      pickLabel="Move Takeoff Point"
      onPick={([longitude, latitude]) => setPlace({ longitude: wrapDegrees(longitude), latitude })}
    />
  );
}

function drawnRoute(takeoff: Place, stops: MissionPlanner['stops']) {
  // Next to takeoff, even across the date line.
  const positionOf = ({ longitude, latitude }: Place): MapPosition => [
    takeoff.longitude + wrapDegrees(longitude - takeoff.longitude),
    latitude,
  ];
  const start = positionOf(takeoff);
  const labels = [{ id: 'takeoff', place: start, label: 'Takeoff' }].concat(
    stops.map((stop, index) => ({
      id: `${index}`,
      place: positionOf(stop),
      label: `${index + 1}`,
    })),
  );
  const bounds = boundsAround(
    labels.map(({ place: [longitude, latitude] }) => ({
      west: longitude - MARGIN,
      south: latitude - MARGIN,
      east: longitude + MARGIN,
      north: latitude + MARGIN,
    })),
  );
  return {
    line: [start, ...stops.map(positionOf), start],
    photos: stops.flatMap((stop) =>
      stop.points.map((point) => {
        const [longitude, latitude] = positionOf(stop);
        const isDown = looksDown({ gimbalPitch: point.pitch });
        return { id: point.id, longitude, latitude, yaw: isDown ? null : point.yaw };
      }),
    ),
    points: labels.map(({ id, place, label }) => ({
      id,
      label,
      corners: [place],
      shape: 'point' as const,
      isChosen: false,
    })),
    bounds: bounds ?? { west: start[0], south: start[1], east: start[0], north: start[1] },
  };
}
