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
import { corridorOf, surfacesOf } from '#domain/missions/surface.ts';
import { missionWarnings } from '#domain/missions/warnings.ts';
import type { Project } from '#domain/projects.ts';
import { documentedDay } from '#domain/weeks.ts';
import { api, client } from '#web/lib/api.ts';
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
  const surface = useSurface(project.id, takeoff, stops);
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

/** The newest surface model at takeoff, and its heights along the route. */
function useSurface(projectId: string, takeoff: Place | null, stops: readonly Stop[]) {
  const maps = useQuery(api.maps.ofProject.queryOptions({ input: { projectId } }));
  const models = (maps.data?.weeks ?? []).flatMap(({ recordedDate, rasters }) =>
    rasters
      .filter(({ rasterType, bounds }) => {
        if (rasterType !== 'surface_model' || !bounds || !takeoff) return false;
        const { longitude, latitude } = takeoff;
        const isInside = longitude >= bounds.west && longitude <= bounds.east;
        return isInside && latitude >= bounds.south && latitude <= bounds.north;
      })
      .map(({ fileId }) => ({ fileId, day: recordedDate })),
  );
  const [model] = models;
  const legs = takeoff ? legsOf(takeoff, stops) : [];
  const corridors = legs.map(corridorOf);
  const measured = useQuery({
    queryKey: ['mission surface', model?.fileId, corridors],
    queryFn: () => measureLegs(model?.fileId ?? '', legs),
    enabled: model !== undefined && stops.length > 0,
    staleTime: Infinity,
  });
  const surfaces = measured.data ?? undefined;
  return {
    surfaces,
    day: surfaces ? (model?.day ?? null) : null,
    isPending: maps.isPending || (model !== undefined && measured.isPending),
    isFailed: maps.isError || measured.isError,
  };
}

/** One after the other, because the server measures few lines at once. */
async function measureLegs(fileId: string, legs: readonly Leg[]) {
  const profiles: { height: number | null }[][] = [];
  for (const leg of legs) {
    // oxlint-disable-next-line no-await-in-loop -- see above
    const found = await client.maps.measure({ kind: 'profile', fileId, line: corridorOf(leg) });
    profiles.push(found.kind === 'profile' ? found.points : []);
  }
  return surfacesOf(profiles);
}
