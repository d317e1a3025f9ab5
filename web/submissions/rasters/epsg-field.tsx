import { Button, Group, TextInput } from '@mantine/core';
import { useState } from 'react';
import { EpsgCode, type StaffRaster } from '#domain/rasters.ts';

type EpsgFieldProps = { raster: StaffRaster; isBusy: boolean; onSave: (epsg: number) => void };

/** The coordinate system of a raster by its number. Without a position of its own none would help. */
export function EpsgField({ raster, isBusy, onSave }: EpsgFieldProps) {
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
