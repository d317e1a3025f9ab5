import { Alert, Button, Group, List, Select, Stack, Text } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { useState } from 'react';
import { type Aircraft, AIRCRAFT, aircraftOf } from '#domain/missions/aircraft.ts';
import { litchiCsv } from '#domain/missions/litchi.ts';
import type { Mission, Stop } from '#domain/missions/plan.ts';
import type { Place } from '#domain/missions/points.ts';
import { wpmlFiles } from '#domain/missions/wpml.ts';
import { zipTexts } from '#domain/zip.ts';
import { saveFile } from '#web/lib/save-file.ts';

type MissionDownloadsProps = {
  projectName: string;
  takeoff: Place & { elevation: number | null };
  mission: Mission;
  /** Camera models of the earlier photos. */
  models: readonly (string | null)[];
};

export function MissionDownloads({ models, ...files }: MissionDownloadsProps) {
  const [aircraft, setAircraft] = useState(aircraftOf(models) ?? AIRCRAFT[0]);
  return (
    <Stack gap="md">
      <Alert title="Try one point first">
        <Text size="sm">
          Choose one viewpoint and fly its file before the whole route. Compare height and direction
          with the photo. Keep the drone in sight, and be ready to take over.
        </Text>
      </Alert>
      <Select
        label="Aircraft"
        description="For DJI Pilot 2. Other DJI drones fly the Litchi file."
        searchable
        allowDeselect={false}
        data={AIRCRAFT.map((one) => one.name)}
        value={aircraft.name}
        onChange={(name) => setAircraft(AIRCRAFT.find((one) => one.name === name) ?? aircraft)}
      />
      <Files {...files} aircraft={aircraft} />
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

type FilesProps = Omit<MissionDownloadsProps, 'models'> & { aircraft: Aircraft };

function Files({ projectName, takeoff, mission, aircraft }: FilesProps) {
  const { parts, safeHeight } = mission;
  const save = (file: Blob, name: string) => {
    const url = URL.createObjectURL(file);
    saveFile(url, `${projectName} mission${name}`);
    // Firefox reads it only after the click.
    setTimeout(() => URL.revokeObjectURL(url), 60_000);
  };
  const kmzOf = (waypoints: readonly Stop[]) => {
    const now = new Date();
    return zipTexts(wpmlFiles({ waypoints, safeHeight, takeoff, aircraft }, now), now);
  };
  return parts.map((waypoints, index) => {
    const part = parts.length > 1 ? ` part ${index + 1}` : '';
    return (
      // oxlint-disable-next-line react/no-array-index-key -- parts have no other identity
      <Group gap="xs" key={index}>
        <Button
          leftSection={<IconDownload size={16} stroke={1.75} aria-hidden />}
          onClick={() => save(kmzOf(waypoints), `${part}.kmz`)}
        >
          DJI Pilot 2 (KMZ){part}
        </Button>
        <Button
          variant="default"
          leftSection={<IconDownload size={16} stroke={1.75} aria-hidden />}
          onClick={() => save(new Blob([litchiCsv(waypoints)]), `${part}.csv`)}
        >
          Litchi (CSV){part}
        </Button>
      </Group>
    );
  });
}
