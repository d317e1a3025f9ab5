import type { Stop } from '#domain/missions/plan.ts';
import { altitudeText, type Units } from '#domain/units.ts';
import { useUnits } from '#web/lib/use-units.ts';
import { type Column, DataTable } from '#web/ui/data-table.tsx';

/** Both heights of each photo, so that the pilot sees what another takeoff changes. */
export function PointTable({ stops }: { stops: readonly Stop[] }) {
  const rows = stops.flatMap(({ points }, index) =>
    points.map((point) => ({ ...point, number: index + 1 })),
  );
  return (
    <DataTable
      label="Points"
      columns={columnsFor(useUnits())}
      rows={rows}
      rowKey={({ id }) => id}
    />
  );
}

type Row = Stop['points'][number] & { number: number };

const columnsFor = (units: Units): Column<Row>[] => [
  {
    key: 'name',
    header: 'Point',
    kind: 'heading',
    render: ({ number, name }) => `${number}. ${name}`,
  },
  {
    key: 'recorded',
    header: 'Height in Photo',
    align: 'end',
    render: ({ recordedHeight }) => altitudeText(recordedHeight, units) ?? 'Unknown',
  },
  {
    key: 'height',
    header: 'Height to Fly',
    align: 'end',
    render: ({ height }) => altitudeText(height, units),
  },
];
