import { Alert, Badge, Group, Select, Stack, Text, Button, TextInput } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import {
  RasterType,
  uncertaintyText,
  type RasterCorrection,
  type StaffRaster,
  EpsgCode,
} from '#domain/rasters.ts';
import { distanceText, FIGURES, type Units, valueText } from '#domain/units.ts';
import { isElsewhere } from '#domain/card-visits.ts';
import { api } from '#web/lib/api.ts';
import { useUnits } from '#web/lib/use-units.ts';
import { Section } from '#web/ui/section.tsx';
import { LoadError } from '#web/ui/states.tsx';
import { toast } from '#web/ui/toast.ts';
import { useState } from 'react';

export function RasterPanel({ submissionId }: { submissionId: string }) {
  const queryClient = useQueryClient();
  const options = api.rasters.list.queryOptions({ input: { submissionId } });
  const query = useQuery(options);
  const correct = useMutation(
    api.rasters.update.mutationOptions({
      onSuccess: () => queryClient.invalidateQueries({ queryKey: options.queryKey }),
      onError: (error) => toast.failure('Failed to update the map', error),
    }),
  );
  if (query.error && !query.data) {
    return (
      <Section title="Maps">
        <LoadError title="Failed to load the maps" query={query} />
      </Section>
    );
  }
  const rasters = query.data?.rasters ?? [];
  if (rasters.length === 0) return null;
  return (
    <Section title="Maps" id="maps">
      <Stack gap="lg">
        {rasters.map((raster) => (
          <RasterRow
            key={raster.fileId}
            raster={raster}
            isBusy={correct.isPending && correct.variables.fileId === raster.fileId}
            onCorrect={correct.mutate}
          />
        ))}
      </Stack>
    </Section>
  );
}

type RasterRowProps = {
  raster: StaffRaster;
  isBusy: boolean;
  onCorrect: (correction: RasterCorrection) => void;
};

function RasterRow({ raster, isBusy, onCorrect }: RasterRowProps) {
  const { fileId, fileName, state, rasterType, possibleTypes, reason, metersFromProject } = raster;
  const units = useUnits();
  const isReading = state === 'processing';
  const facts = rasterFacts(raster, units);
  return (
    <Stack gap={6}>
      <Group gap="xs" wrap="nowrap" justify="space-between">
        <Text fw={500} style={{ overflowWrap: 'anywhere' }}>
          {fileName}
        </Text>
        <RasterState raster={raster} />
      </Group>
      {facts.length > 0 && !isReading ? (
        <Text size="sm" c="dimmed" className="tabular">
          {facts.join(' · ')}
        </Text>
      ) : null}
      {reason && !isReading ? <Text size="sm">{reason}</Text> : null}
      {metersFromProject !== null && isElsewhere(metersFromProject) ? (
        <Alert color="yellow" p="xs">
          This map is {distanceText(metersFromProject, units)} from the project.
        </Alert>
      ) : null}
      {isReading ? null : <RasterWarning raster={raster} />}
      {rasterType ? (
        <Group gap="sm" align="end">
          <Select
            label="Map Type"
            aria-label={`Map Type of ${fileName}`}
            data={possibleTypes.map((value) => ({ value, label: TYPE_LABELS[value] }))}
            value={rasterType}
            disabled={isReading || isBusy}
            onChange={(value) => onCorrect({ fileId, rasterType: RasterType.parse(value) })}
            style={{ flex: '1 1 14rem' }}
          />
          <EpsgField
            key={raster.epsg}
            raster={raster}
            isBusy={isReading || isBusy}
            onSave={(epsg) => onCorrect({ fileId, epsg })}
          />
        </Group>
      ) : null}
    </Stack>
  );
}

function RasterWarning({ raster: { uncertainty, epsg } }: { raster: StaffRaster }) {
  const units = useUnits();
  if (uncertainty === null) return null;
  return (
    <Alert color="yellow" p="xs">
      {uncertaintyText(uncertainty, units)}: there's no exact conversion from{' '}
      {epsg === null ? 'its coordinate system' : `EPSG:${epsg}`} to GPS coordinates. For a better
      fit, export the map in a current system, such as WGS 84 / UTM.
    </Alert>
  );
}

function RasterState({ raster: { state, progress, isMap } }: { raster: StaffRaster }) {
  if (state === 'processing') {
    return <Badge variant="light">{progress === null ? 'Reading' : `Reading ${progress}%`}</Badge>;
  }
  return isMap ? (
    <Badge variant="light" color="green">
      Map
    </Badge>
  ) : (
    <Badge variant="light" color="orange">
      Not a map
    </Badge>
  );
}

type EpsgFieldProps = { raster: StaffRaster; isBusy: boolean; onSave: (epsg: number) => void };

/** Hidden if the file has no position, because a coordinate system alone wouldn't locate the map. */
function EpsgField({ raster, isBusy, onSave }: EpsgFieldProps) {
  const { epsg, fileName, hasPosition } = raster;
  const [text, setText] = useState(epsg === null ? '' : String(epsg));
  const [error, setError] = useState<string | null>(null);
  if (!hasPosition) return null;
  const save = () => {
    const code = EpsgCode.safeParse(Number(text.replace(/^epsg:/i, '')));
    if (code.success) onSave(code.data);
    else setError('Enter the number of a coordinate system, such as 32614.');
  };
  return (
    <form
      aria-label={`Coordinate system of ${fileName}`}
      onSubmit={(event) => {
        event.preventDefault();
        save();
      }}
      style={{ flex: '1 1 14rem' }}
    >
      <Group gap="xs" align="end" wrap="nowrap">
        <TextInput
          label="Coordinate System (EPSG)"
          aria-label={`Coordinate System (EPSG) of ${fileName}`}
          inputMode="numeric"
          value={text}
          error={error}
          disabled={isBusy}
          onChange={(event) => {
            setText(event.currentTarget.value);
            setError(null);
          }}
          style={{ flex: 1 }}
        />
        <Button
          type="submit"
          variant="default"
          loading={isBusy}
          disabled={text === String(epsg ?? '')}
        >
          Save
        </Button>
      </Group>
    </form>
  );
}

const TYPE_LABELS: Record<RasterType, string> = {
  orthophoto: 'Orthophoto',
  surface_model: 'Surface model',
  terrain_model: 'Terrain model',
  thermal: 'Thermal (degrees Celsius)',
  multispectral: 'Multispectral (NDVI)',
};

export function rasterFacts(raster: StaffRaster, units: Units): string[] {
  const { width, height, groundSampleDistance, area, coverage, minimum, maximum, unit } = raster;
  return [
    width === null || height === null ? '' : `${width} × ${height} pixels`,
    groundSampleDistance === null
      ? ''
      : `${FIGURES.groundSampleDistance(groundSampleDistance, units)} per pixel`,
    area === null ? '' : FIGURES.area(area, units),
    coverage === null ? '' : `${FIGURES.coverage(coverage)} covered`,
    minimum === null || maximum === null
      ? ''
      : `${valueText(minimum, unit, units)} to ${valueText(maximum, unit, units)}`,
  ].filter(Boolean);
}
