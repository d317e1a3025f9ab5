import { useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { type Leg, legsOf, planMission, type Stop, stopsOf } from '#domain/missions/plan.ts';
import {
  missionPoints,
  type MissionPoint,
  type Place,
  takeoffsOf,
  type ViewpointPose,
} from '#domain/missions/points.ts';
import { corridorOf, type MeasuredLeg, surfacesOf } from '#domain/missions/surface.ts';
import { missionWarnings } from '#domain/missions/warnings.ts';
import type { MapPosition } from '#domain/measurements.ts';
import type { Project } from '#domain/projects.ts';
import type { Bounds } from '#domain/rasters.ts';
import { documentedDay } from '#domain/weeks.ts';
import { api, client, errorCode } from '#web/lib/api.ts';
import { useUnits } from '#web/lib/use-units.ts';

export type ViewpointChoice = 'all' | 'missed' | 'some';

const NO_STOPS: readonly Stop[] = [];

/** The choices of the dialog and the mission that follows from them; `mission` is null while it can't be planned. */
export function useMission(project: Project, poses: readonly ViewpointPose[]) {
  const units = useUnits();
  const [choice, choose] = useState<ViewpointChoice>('all');
  const [someIds, chooseSome] = useState<readonly string[]>([]);
  const [isOnePoint, setOnePoint] = useState(false);
  const [takeoffIndex, setTakeoffIndex] = useState(0);
  const [place, setPlace] = useState<Place | null>(null);
  const missed = useMissed(project);

  const ids = choice === 'missed' ? missed.ids : someIds;
  const chosen = useMemo(
    () =>
      poses.filter(({ viewpointId, isHidden }) =>
        choice === 'all' ? !isHidden : ids.includes(viewpointId),
      ),
    [poses, choice, ids],
  );
  const takeoffs = useMemo(() => takeoffsOf(poses), [poses]);
  const elevation = takeoffs[takeoffIndex]?.elevation ?? null;
  const { points, omitted } = useMemo(() => missionPoints(chosen, elevation), [chosen, elevation]);
  const takeoff = place ?? lowest(points);
  const route = useMemo(() => (takeoff ? stopsOf(takeoff, points) : NO_STOPS), [takeoff, points]);
  const stops = useMemo(() => (isOnePoint ? firstOf(route) : route), [isOnePoint, route]);
  const surface = useSurface(project.id, place, stops);
  const { surfaces } = surface;
  const mission = useMemo(
    () =>
      takeoff && stops.length > 0 && !surface.isPending
        ? planMission(takeoff, stops, surfaces)
        : null,
    [takeoff, stops, surfaces, surface.isPending],
  );
  const used = takeoffsOf(chosen);
  return {
    choice,
    choose,
    someIds,
    chooseSome,
    isOnePoint,
    setOnePoint,
    takeoffIndex,
    setTakeoffIndex,
    missed,
    takeoffs,
    takeoff,
    setPlace,
    elevation,
    stops,
    surface,
    mission,
    warnings: mission
      ? missionWarnings({ mission, stops, surfaces, omitted, takeoffs: used }, units)
      : [],
  };
}

export type MissionPlanner = ReturnType<typeof useMission>;

/** The ground below the lowest point is the likeliest place to take off from that the photos tell of. */
function lowest(points: readonly MissionPoint[]): Place | null {
  const [first] = points.toSorted((a, b) => a.height - b.height);
  return first ? { longitude: first.longitude, latitude: first.latitude } : null;
}

const firstOf = (stops: readonly Stop[]): Stop[] =>
  stops.slice(0, 1).map((stop) => ({ ...stop, points: stop.points.slice(0, 1) }));

/** Viewpoints without a photo in the latest published submission. */
function useMissed({ id: projectId, timeZone }: Project) {
  const submissions = useQuery(api.submissions.list.queryOptions({ input: { projectId } }));
  const [latest] = (submissions.data?.submissions ?? [])
    .filter(({ status }) => status === 'published')
    .toSorted((a, b) => documentedDay(b, timeZone).localeCompare(documentedDay(a, timeZone)));
  const viewpoints = useQuery({
    ...api.viewpoints.ofSubmission.queryOptions({ input: { submissionId: latest?.id ?? '' } }),
    enabled: latest !== undefined,
  });
  const missing = viewpoints.data?.missing;
  return {
    title: latest?.title ?? null,
    ids: useMemo(() => (missing ?? []).map(({ id }) => id), [missing]),
  };
}

/**
 * The heights of the newest surface model along the route. The pilot has to mark takeoff first, because heights are
 * compared with the ground there.
 */
function useSurface(projectId: string, marked: Place | null, stops: readonly Stop[]) {
  const maps = useQuery(api.maps.ofProject.queryOptions({ input: { projectId } }));
  const models = (maps.data?.weeks ?? []).flatMap(({ recordedDate: day, rasters }) =>
    rasters.flatMap(({ rasterType, fileId, bounds }) =>
      rasterType === 'surface_model' && bounds ? [{ fileId, bounds, day }] : [],
    ),
  );
  const model = models.find(
    ({ bounds }) => marked && overlaps([[marked.longitude, marked.latitude]], bounds),
  );
  const legs = marked ? legsOf(marked, stops) : [];
  const measured = useQuery({
    queryKey: ['mission surface', model?.fileId, legs],
    queryFn: model && (({ signal }) => measureSurfaces(model, legs, signal)),
    enabled: model !== undefined && stops.length > 0,
    staleTime: Infinity,
  });
  return {
    ...(measured.data ?? { surfaces: undefined, ground: null }),
    day: model?.day ?? null,
    /** Whether marking another takeoff would help. */
    isUnused: models.length > 0 && !model,
    isPending: model !== undefined && measured.isPending,
    isFailed: maps.isError || measured.isError,
  };
}

type Model = { fileId: string; bounds: Bounds };

/** One leg after the other, because the server measures only a few at once. */
async function measureSurfaces(
  { fileId, bounds }: Model,
  legs: readonly Leg[],
  signal: AbortSignal,
) {
  const measured: MeasuredLeg[] = [];
  for (const leg of legs) {
    const at: MapPosition = [leg.to.longitude, leg.to.latitude];
    const end = await client.maps.measure({ kind: 'height', fileId, at }, { signal });
    const corners = corridorOf(leg);
    const corridor = overlaps(corners, bounds)
      ? await highestIn(fileId, corners, signal)
      : UNKNOWN_SURFACE;
    measured.push({ ...corridor, end: end.kind === 'height' ? end.height : null });
  }
  return { surfaces: surfacesOf(measured), ground: measured.at(-1)?.end ?? null };
}

const UNKNOWN_SURFACE = { highest: null, coverage: 0 };

const overlaps = (corners: readonly MapPosition[], { west, south, east, north }: Bounds) =>
  corners.some(([longitude]) => longitude >= west) &&
  corners.some(([longitude]) => longitude <= east) &&
  corners.some(([, latitude]) => latitude >= south) &&
  corners.some(([, latitude]) => latitude <= north);

async function highestIn(fileId: string, corners: MapPosition[], signal: AbortSignal) {
  try {
    const base = { kind: 'height' as const, height: 0 };
    const measure = { kind: 'volume' as const, fileId, corners, base };
    const found = await client.maps.measure(measure, { signal });
    if (found.kind === 'volume' && found.highest !== undefined)
      return { highest: found.highest, coverage: found.coverage };
  } catch (error) {
    if (errorCode(error) !== 'MEASURED_OUTSIDE') throw error;
  }
  return UNKNOWN_SURFACE;
}
