import { Alert, Button, Group, List, Select, Stack, Text } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { useState } from 'react';
import { AIRCRAFT, aircraftOf } from '#domain/missions/aircraft.ts';
import { litchiCsv } from '#domain/missions/litchi.ts';
import type { Mission, Stop } from '#domain/missions/plan.ts';
import { wpmlFiles } from '#domain/missions/wpml.ts';
import type { Project } from '#domain/projects.ts';
import { zipTexts } from '#domain/zip.ts';
import { saveFile } from '#web/lib/save-file.ts';
import type { MissionPlanner } from './use-mission.ts';

type MissionDownloadsProps = {
  project: Project;
  planner: MissionPlanner;
  mission: Mission;
  /** Camera models of the earlier photos. */
  models: readonly (string | null)[];
};

export function MissionDownloads({ project, planner, mission, models }: MissionDownloadsProps) {
  const [name, setName] = useState(() => (aircraftOf(models) ?? AIRCRAFT[0])?.name ?? '');
  const { parts } = mission;
  return (
    <Stack gap="md">
      <Alert title="Try one point first">
        <Text size="sm">
          Choose one viewpoint by hand and fly its file before the whole route. Compare height and
          direction with the photo. Keep the drone in sight, and be ready to take over.
        </Text>
      </Alert>
      <Select
        label="Aircraft"
        description="For DJI Pilot 2. Other DJI drones fly the Litchi file."
        searchable
        allowDeselect={false}
        data={AIRCRAFT.map((one) => one.name)}
        value={name}
        onChange={(value) => setName(value ?? name)}
      />
      {parts.map((waypoints, index) => (
        <Files
          // oxlint-disable-next-line react/no-array-index-key -- parts have no other identity
          key={index}
          part={parts.length > 1 ? index + 1 : null}
          {...{ project, planner, mission, waypoints }}
          aircraftName={name}
        />
      ))}
      <List size="sm" c="dimmed">
        <List.Item>
          DJI Pilot 2: copy the KMZ file to the controller, then import it in Flight Route.
        </List.Item>
        <List.Item>
          Litchi: import the CSV file in Mission Hub. Set Heading Mode to Custom, Path Mode to
          Straight Lines and Finish Action to RTH.
        </List.Item>
      </List>
    </Stack>
  );
}

type FilesProps = Omit<MissionDownloadsProps, 'models'> & {
  waypoints: readonly Stop[];
  /** Null if there is only one. */
  part: number | null;
  aircraftName: string;
};

function Files({ project, planner, mission, waypoints, part, aircraftName }: FilesProps) {
  const { takeoff, elevation } = planner;
  const suffix = part ? ` part ${part}` : '';
  const save = (file: Blob, extension: string) => {
    const url = URL.createObjectURL(file);
    saveFile(url, `${project.name} mission${suffix}.${extension}`);
    // Firefox reads it only after the click.
    setTimeout(() => URL.revokeObjectURL(url), 60_000);
  };
  const saveKmz = () => {
    const aircraft = AIRCRAFT.find((one) => one.name === aircraftName);
    if (!aircraft || !takeoff) return;
    const { safeHeight } = mission;
    const now = new Date();
    const files = wpmlFiles(
      { waypoints, safeHeight, takeoff: { ...takeoff, elevation }, aircraft },
      now,
    );
    save(zipTexts(files, now), 'kmz');
  };
  const of = part ? `, Part ${part}` : '';
  return (
    <Group gap="xs">
      <Button leftSection={<IconDownload size={16} stroke={1.75} aria-hidden />} onClick={saveKmz}>
        DJI Pilot 2 (KMZ){of}
      </Button>
      <Button
        variant="default"
        leftSection={<IconDownload size={16} stroke={1.75} aria-hidden />}
        onClick={() => save(new Blob([litchiCsv(waypoints)], { type: 'text/csv' }), 'csv')}
      >
        Litchi (CSV){of}
      </Button>
    </Group>
  );
}
