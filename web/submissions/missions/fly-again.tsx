import {
  Alert,
  Checkbox,
  List,
  Loader,
  Select,
  SegmentedControl,
  Stack,
  Table,
  Text,
} from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { batteriesFor } from '#domain/missions/plan.ts';
import type { ViewpointPose } from '#domain/missions/points.ts';
import type { Project } from '#domain/projects.ts';
import { altitudeText, distanceText } from '#domain/units.ts';
import { api } from '#web/lib/api.ts';
import { counted, date } from '#web/lib/formats.ts';
import { ProjectUnits, useUnits } from '#web/lib/use-units.ts';
import { Facts } from '#web/ui/facts.tsx';
import { Loaded } from '#web/ui/states.tsx';
import { MissionDownloads } from './mission-downloads.tsx';
import { MissionMap } from './mission-map.tsx';
import { type MissionPlanner, useMission, type ViewpointChoice } from './use-mission.ts';

/** Plans a mission that takes the photos of viewpoints again, and saves it as a file for the drone. */
export function FlyAgain({ project }: { project: Project }) {
  const input = { projectId: project.id };
  const query = useQuery(api.viewpoints.poses.queryOptions({ input }));
  return (
    <Loaded
      query={query}
      failed="Failed to load the viewpoints"
      waiting={<Loader aria-label="Loading viewpoints" />}
    >
      {({ poses }) => (
        <ProjectUnits value={project.units}>
          <Plan {...{ project, poses }} />
        </ProjectUnits>
      )}
    </Loaded>
  );
}

type PlanProps = { project: Project; poses: readonly ViewpointPose[] };

function Plan({ project, poses }: PlanProps) {
  const planner = useMission(project, poses);
  const { choice, stops, mission, warnings, surfaceState, takeoff } = planner;
  if (poses.length === 0)
    return (
      <Text c="dimmed">No viewpoints yet. They are created from photos with GPS positions.</Text>
    );
  return (
    <Stack gap="md">
      <Viewpoints {...{ planner, poses }} />
      <TakeoffSelect planner={planner} timeZone={project.timeZone} />
      {takeoff ? (
        <MissionMap {...{ takeoff, stops }} projectId={project.id} onTakeoff={planner.setPlace} />
      ) : null}
      {surfaceState.isUnused ? (
        <Text c="dimmed" size="sm">
          To keep a distance from the surface model, mark on it where you take off.
        </Text>
      ) : null}
      {surfaceState.isFailed ? (
        <Text c="red" size="sm" role="alert">
          Failed to measure the surface model. Between points, the drone flies above the highest
          photo.
        </Text>
      ) : null}
      {warnings.length > 0 ? (
        <Alert color="yellow" title="Before You Fly" icon={<IconAlertTriangle aria-hidden />}>
          <List size="sm">
            {warnings.map((text) => (
              <List.Item key={text}>{text}</List.Item>
            ))}
          </List>
        </Alert>
      ) : null}
      {stops.length === 0 ? (
        <Text c="dimmed">
          {choice === 'missed' ? 'No viewpoints were missed.' : 'No viewpoints to fly.'}
        </Text>
      ) : null}
      {stops.length > 0 && !mission ? <Text c="dimmed">Measuring the surface model...</Text> : null}
      {mission && takeoff ? (
        <>
          <Summary {...{ planner, mission }} timeZone={project.timeZone} />
          <PointTable stops={stops} />
          <MissionDownloads
            projectName={project.name}
            takeoff={{ ...takeoff, elevation: planner.elevation }}
            mission={mission}
            models={poses.map(({ cameraModel }) => cameraModel)}
          />
        </>
      ) : null}
    </Stack>
  );
}

function Viewpoints({ planner, poses }: { planner: MissionPlanner } & Pick<PlanProps, 'poses'>) {
  const { choice, choose, someIds, chooseSome, missed } = planner;
  return (
    <Stack gap="xs">
      <SegmentedControl<ViewpointChoice>
        aria-label="Viewpoints"
        value={choice}
        onChange={choose}
        data={[
          { value: 'all', label: 'All' },
          { value: 'missed', label: `Missed Last Week (${missed.ids.length})` },
          { value: 'some', label: 'By Hand' },
        ]}
      />
      {choice === 'missed' && missed.title ? (
        <Text c="dimmed" size="sm">
          Viewpoints without a photo in {missed.title}
        </Text>
      ) : null}
      {choice === 'some' ? (
        <Checkbox.Group label="Viewpoints" value={[...someIds]} onChange={chooseSome}>
          <Stack gap="xs" mah={240} style={{ overflowY: 'auto' }}>
            {poses.map(({ viewpointId, name }) => (
              <Checkbox key={viewpointId} value={viewpointId} label={name} />
            ))}
          </Stack>
        </Checkbox.Group>
      ) : null}
    </Stack>
  );
}

function TakeoffSelect({ planner, timeZone }: { planner: MissionPlanner; timeZone: string }) {
  const { takeoffs, takeoffIndex, setTakeoffIndex } = planner;
  const units = useUnits();
  if (takeoffs.length === 0) {
    return (
      <Text c="dimmed" size="sm">
        The photos don&apos;t tell the elevation of earlier takeoffs. Take off where you took off
        for them, because heights are above takeoff.
      </Text>
    );
  }
  return (
    <Select
      label="Take off where you did on"
      description="Heights are above takeoff. From lower or higher ground, all photos would be that much lower or higher."
      allowDeselect={false}
      value={`${takeoffIndex}`}
      onChange={(value) => setTakeoffIndex(Number(value))}
      data={takeoffs.map(({ day, elevation }, index) => ({
        value: `${index}`,
        label: `${date(day, timeZone)}, elevation ${altitudeText(elevation, units)}`,
      }))}
    />
  );
}

type SummaryProps = {
  planner: MissionPlanner;
  mission: NonNullable<MissionPlanner['mission']>;
  timeZone: string;
};

function Summary({ planner, mission, timeZone }: SummaryProps) {
  const units = useUnits();
  const { surface, surfaceState, elevation } = planner;
  const height = (meters: number) => altitudeText(meters, units);
  return (
    <Facts
      facts={[
        ['Distance', distanceText(mission.distance, units)],
        [
          'Flight Time',
          `${counted(Math.ceil(mission.minutes), 'minute')}, ${counted(batteriesFor(mission), 'battery', 'batteries')}`,
        ],
        ['Highest Point', `${height(mission.highest)} above takeoff`],
        ['Between Points', `At least ${height(mission.safeHeight)} above takeoff`],
        ...(!surface || elevation === null
          ? []
          : [
              [
                'Ground at Takeoff',
                `${height(elevation)} by the drone, ${height(surface.ground)} in the surface model${surfaceState.day ? ` of ${date(surfaceState.day, timeZone)}` : ''}`,
              ] as const,
            ]),
      ]}
    />
  );
}

/** Both heights of each photo, so that the pilot sees what another takeoff changes. */
function PointTable({ stops }: Pick<MissionPlanner, 'stops'>) {
  const units = useUnits();
  return (
    <Table
      data={{
        head: ['Point', 'Height in Photo', 'Height to Fly'],
        body: stops.flatMap(({ points }, index) =>
          points.map(({ name, recordedHeight, height }) => [
            `${index + 1}. ${name}`,
            altitudeText(recordedHeight, units) ?? 'Unknown',
            altitudeText(height, units),
          ]),
        ),
      }}
    />
  );
}
