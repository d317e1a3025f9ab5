import { useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { planMission, type Stop, stopsOf } from '#domain/missions/plan.ts';
import {
  missionPoints,
  type MissionPoint,
  type Place,
  takeoffsOf,
  type ViewpointPose,
} from '#domain/missions/points.ts';
import { cornersOf, routeBounds, surfaceOf } from '#domain/missions/surface.ts';
import { missionWarnings } from '#domain/missions/warnings.ts';
import type { Project } from '#domain/projects.ts';
import { documentedDay } from '#domain/weeks.ts';
import { api, client } from '#web/lib/api.ts';
import { useUnits } from '#web/lib/use-units.ts';

/** The choices of the dialog and the mission that follows from them; `mission` is null while it can't be planned. */
export function useMission(project: Project, poses: readonly ViewpointPose[]) {
  const units = useUnits();
  const [chosenIds, choose] = useState(() => shownIds(poses));
  const [takeoffIndex, setTakeoffIndex] = useState(0);
  const [place, setPlace] = useState<Place | null>(null);
  const missed = useMissed(project);
  const takeoffs = useMemo(() => takeoffsOf(poses), [poses]);
  const elevation = takeoffs[takeoffIndex]?.elevation ?? null;
  const planned = useMemo(() => {
    const chosen = poses.filter(({ viewpointId }) => chosenIds.includes(viewpointId));
    const { points, omitted } = missionPoints(chosen, elevation);
    const takeoff = place ?? lowest(points);
    const stops = takeoff ? stopsOf(takeoff, points) : [];
    return { takeoff, stops, omitted, takeoffs: takeoffsOf(chosen) };
  }, [poses, chosenIds, elevation, place]);
  const { takeoff, stops } = planned;
  const measured = useSurface(project.id, place, stops);
  const mission =
    takeoff && stops.length > 0 && !measured.isPending
      ? planMission(takeoff, stops, measured.surface)
      : null;
  return {
    chosenIds,
    choose,
    missed,
    takeoffs,
    takeoffIndex,
    setTakeoffIndex,
    elevation,
    takeoff,
    setPlace,
    stops,
    measured,
    mission,
    warnings: [
      ...measured.warnings,
      ...missionWarnings({ ...planned, mission, surface: measured.surface }, units),
    ],
  };
}

export type MissionPlanner = ReturnType<typeof useMission>;

export const shownIds = (poses: readonly ViewpointPose[]): string[] =>
  poses.filter(({ isHidden }) => !isHidden).map(({ viewpointId }) => viewpointId);

/** The ground below the lowest point is the likeliest place to take off from that the photos tell of. */
function lowest(points: readonly MissionPoint[]): Place | null {
  const [first] = points.toSorted((a, b) => a.height - b.height);
  return first ? { longitude: first.longitude, latitude: first.latitude } : null;
}

/** Viewpoints without a photo in the latest submission with photos. It may be a draft, so that they can be flown today. */
function useMissed({ id: projectId, timeZone }: Project) {
  const submissions = useQuery(api.submissions.list.queryOptions({ input: { projectId } }));
  const [latest] = (submissions.data?.submissions ?? [])
    .filter(({ status, photoCount }) => status !== 'archived' && photoCount > 0)
    .toSorted((a, b) => documentedDay(b, timeZone).localeCompare(documentedDay(a, timeZone)));
  const viewpoints = useQuery({
    ...api.viewpoints.ofSubmission.queryOptions({ input: { submissionId: latest?.id ?? '' } }),
    enabled: latest !== undefined,
    select: ({ missing }) => missing.map(({ id }) => id),
  });
  return { title: latest?.title ?? null, ids: viewpoints.data ?? [] };
}

/** From the newest surface model at takeoff. The pilot has to mark takeoff first, because heights are compared there. */
function useSurface(projectId: string, marked: Place | null, stops: readonly Stop[]) {
  const maps = useQuery(api.maps.ofProject.queryOptions({ input: { projectId } }));
  const models = (maps.data?.weeks ?? []).flatMap(({ recordedDate: day, rasters }) =>
    rasters.flatMap(({ rasterType, fileId, bounds }) =>
      rasterType === 'surface_model' && bounds ? [{ fileId, bounds, day }] : [],
    ),
  );
  const model = models.find(
    ({ bounds: { west, south, east, north } }) =>
      marked !== null &&
      west <= marked.longitude &&
      marked.longitude <= east &&
      south <= marked.latitude &&
      marked.latitude <= north,
  );
  const isWanted = model !== undefined && marked !== null && stops.length > 0;
  const measured = useQuery({
    queryKey: ['mission surface', model?.fileId, marked, stops],
    queryFn: ({ signal }) =>
      model && marked ? measureSurface(model.fileId, { takeoff: marked, stops }, signal) : null,
    enabled: isWanted,
    staleTime: Infinity,
  });
  const surface = measured.data ?? undefined;
  return {
    surface,
    day: model?.day ?? null,
    isPending: isWanted && measured.isPending,
    warnings:
      maps.isError || measured.isError
        ? ['Failed to measure the surface model. The drone flies above the highest photo.']
        : models.length > 0 && !surface && !measured.isLoading
          ? ['To keep a distance from the surface model, mark on the map where you take off.']
          : [],
  };
}

/** Null if the model has no height at takeoff. */
async function measureSurface(
  fileId: string,
  { takeoff, stops }: { takeoff: Place; stops: readonly Stop[] },
  signal: AbortSignal,
) {
  const heightAt = async ({ longitude, latitude }: Place) => {
    const at: [number, number] = [longitude, latitude];
    const found = await client.maps.measure({ kind: 'height', fileId, at }, { signal });
    return found.kind === 'height' ? found.height : null;
  };
  const ground = await heightAt(takeoff);
  if (ground === null) return null;
  const below: (number | null)[] = [];
  // One after the other, because the server measures only a few at once.
  for (const stop of stops) below.push(await heightAt(stop));
  const corners = cornersOf(routeBounds(takeoff, stops));
  const base = { kind: 'height' as const, height: 0 };
  const area = await client.maps.measure({ kind: 'volume', fileId, corners, base }, { signal });
  return area.kind === 'volume' ? surfaceOf(ground, area, below) : null;
}
