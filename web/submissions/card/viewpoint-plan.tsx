import { Group, Stack, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import type { Viewpoint } from '#domain/card-comparison.ts';
import { compareViewpoints, type Place } from '#domain/card-visits.ts';
import { count } from '#web/lib/formats.ts';
import type { CardPhoto } from './reading/card-photo.ts';
import classes from './visit.module.css';

const PLAN = { width: 320, height: 200, edge: 16 } as const;
/** Minimum extent, so that photos taken at the same spot don't look far apart. */
const MIN_EXTENT_M = 40;
const METERS_PER_DEGREE = 111_195;

/**
 * Positions on the plan, in the given order: north is up, and meters have the same length in both directions
 * (equirectangular, accurate for a few kilometers).
 */
function placeOnPlan<T extends Place>(places: readonly T[]): (T & { x: number; y: number })[] {
  const [first] = places;
  if (!first) return [];
  const narrowing = Math.cos((first.latitude * Math.PI) / 180);
  const meters = places.map(({ latitude, longitude }) => ({
    east: (longitude - first.longitude) * METERS_PER_DEGREE * narrowing,
    north: (latitude - first.latitude) * METERS_PER_DEGREE,
  }));
  const range = (values: number[]) => [Math.min(...values), Math.max(...values)] as const;
  const [west, east] = range(meters.map((at) => at.east));
  const [south, north] = range(meters.map((at) => at.north));
  const { width, height, edge } = PLAN;
  const scale = Math.min(
    (width - 2 * edge) / Math.max(MIN_EXTENT_M, east - west),
    (height - 2 * edge) / Math.max(MIN_EXTENT_M, north - south),
  );
  return places.map((place, index) => {
    const at = meters[index] ?? { east: 0, north: 0 };
    return {
      ...place,
      x: width / 2 + (at.east - (west + east) / 2) * scale,
      y: height / 2 - (at.north - (south + north) / 2) * scale,
    };
  });
}

type ViewpointPlanProps = {
  photos: readonly CardPhoto[];
  viewpoints: readonly Viewpoint[];
};

const poseOf = ({ place, ...pose }: CardPhoto) => ({ ...pose, ...place });
const placeOf = ({ latitude = 0, longitude = 0 }: Partial<Place>): Place => ({
  latitude,
  longitude,
});

export function ViewpointPlan({ photos, viewpoints }: ViewpointPlanProps) {
  const { matched, missing, fresh } = compareViewpoints(photos.map(poseOf), viewpoints);
  const marks = placeOnPlan([
    ...matched.map(({ id, ...at }) => ({ key: id, look: classes.matched, ...placeOf(at) })),
    ...missing.map(({ id, ...at }) => ({ key: id, look: classes.missing, ...placeOf(at) })),
    ...fresh.map(({ path, ...at }) => ({ key: path, look: classes.fresh, ...placeOf(at) })),
  ]);
  if (marks.length === 0) return null;
  const names = missing.slice(0, 3).map(({ name }) => name);
  return (
    <Stack gap="xs">
      <svg
        className={classes.plan}
        viewBox={`0 0 ${PLAN.width} ${PLAN.height}`}
        role="img"
        aria-label="Map of the viewpoints in this visit, with north at the top"
      >
        {marks.map(({ key, x, y, look }) => (
          <circle key={key} cx={x} cy={y} r={5} className={look} />
        ))}
      </svg>
      <Group gap="md">
        <Legend of={classes.matched}>{count(matched.length)} matched</Legend>
        <Legend of={classes.missing}>{count(missing.length)} missing</Legend>
        <Legend of={classes.fresh}>{count(fresh.length)} new</Legend>
      </Group>
      {missing.length > 0 && matched.length > 0 ? (
        <Text size="sm" c="dimmed">
          Not photographed this time: {names.join(', ')}
          {missing.length > names.length ? ` and ${missing.length - names.length} more` : ''}.
        </Text>
      ) : null}
    </Stack>
  );
}

function Legend({ of, children }: { of: string | undefined; children: ReactNode }) {
  return (
    <Text size="sm" className="tabular">
      <svg className={classes.legend} viewBox="0 0 14 14" aria-hidden>
        <circle cx={7} cy={7} r={5} className={of} />
      </svg>
      {children}
    </Text>
  );
}
