import { Alert, Button, Checkbox, Group, List, Loader, Select, Stack, Text } from '@mantine/core';
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
import { type MissionPlanner, shownIds, useMission } from './use-mission.ts';

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
  const { stops, mission, warnings, takeoff } = planner;
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
      {warnings.length > 0 ? (
        <Alert color="yellow" title="Before You Fly" icon={<IconAlertTriangle aria-hidden />}>
          <List size="sm">
            {warnings.map((text) => (
              <List.Item key={text}>{text}</List.Item>
            ))}
          </List>
        </Alert>
      ) : null}
      {stops.length > 0 && !mission ? <Text c="dimmed">Measuring the surface model...</Text> : null}
      {mission && takeoff ? (
        <>
          <Summary {...{ planner, mission }} timeZone={project.timeZone} />
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

/** With both heights of each photo, so that the pilot sees what another takeoff changes. */
function Viewpoints({ planner, poses }: { planner: MissionPlanner } & Pick<PlanProps, 'poses'>) {
  const { chosenIds, choose, missed, stops } = planner;
  const units = useUnits();
  const heights = new Map(
    stops.flatMap(({ points }, index) =>
      points.map(({ id, recordedHeight, height }): [string, string] => [
        id,
        `Point ${index + 1}: ${altitudeText(recordedHeight, units) ?? 'unknown height'} in the photo, ${altitudeText(height, units)} to fly`,
      ]),
    ),
  );
  return (
    <Stack gap="xs">
      <Group gap="xs">
        <Button size="xs" variant="default" onClick={() => choose(shownIds(poses))}>
          All
        </Button>
        <Button size="xs" variant="default" onClick={() => choose([])}>
          None
        </Button>
        <Button
          size="xs"
          variant="default"
          disabled={missed.ids.length === 0}
          onClick={() => choose(missed.ids)}
        >
          Missed Last Week ({missed.ids.length})
        </Button>
      </Group>
      <Checkbox.Group
        label="Viewpoints"
        error={chosenIds.length === 0 ? 'Select at least one viewpoint.' : undefined}
        description={missed.title ? `Missed are those without a photo in ${missed.title}.` : null}
        value={chosenIds}
        onChange={choose}
      >
        <Stack gap="xs" mah={240} mt="xs" style={{ overflowY: 'auto' }}>
          {poses.map(({ viewpointId, name }) => (
            <Checkbox
              key={viewpointId}
              value={viewpointId}
              label={name}
              description={heights.get(viewpointId)}
            />
          ))}
        </Stack>
      </Checkbox.Group>
    </Stack>
  );
}

function TakeoffSelect({ planner, timeZone }: { planner: MissionPlanner; timeZone: string }) {
  const { takeoffs, takeoffIndex, setTakeoffIndex } = planner;
  const units = useUnits();
  if (takeoffs.length === 0) return null;
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
  const { measured, elevation } = planner;
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
        ...(!measured.surface || elevation === null
          ? []
          : [
              [
                'Ground at Takeoff',
                `${height(elevation)} by the drone, ${height(measured.surface.ground)} in the surface model${measured.day ? ` of ${date(measured.day, timeZone)}` : ''}`,
              ] as const,
            ]),
      ]}
    />
  );
}
