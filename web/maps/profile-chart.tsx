import type { MeasureResult } from '#domain/measurements.ts';
import styles from './side.module.css';
import { heightText, lengthText } from '#domain/units.ts';
import { useUnits } from '#web/lib/use-units.ts';

type Profile = Extract<MeasureResult, { kind: 'profile' }>;

const WIDTH = 288;
const HEIGHT = 96;
/** Maximum rows of the table for screen readers. */
const MAX_ROWS = 21;

/** Heights along a line, with gaps where there is no data. */
export function ProfileChart({ profile }: { profile: Profile }) {
  const units = useUnits();
  const { length, points } = profile;
  const heights = points.flatMap(({ height }) => height ?? []);
  if (heights.length === 0) return <p className={styles.hint}>No height data along this line.</p>;
  const low = Math.min(...heights);
  const high = Math.max(...heights);
  const x = (distance: number) => (length > 0 ? (distance / length) * WIDTH : 0);
  const y = (height: number) => HEIGHT - ((height - low) / (high - low || 1)) * HEIGHT;
  const path = points
    .map(({ distance, height }, index) => {
      if (height === null) return '';
      const isStart = index === 0 || points[index - 1]?.height == null;
      return `${isStart ? 'M' : 'L'}${x(distance).toFixed(1)} ${y(height).toFixed(1)}`;
    })
    .join('');
  const step = Math.max(1, Math.ceil(points.length / MAX_ROWS));
  return (
    <>
      <svg viewBox={`0 -14 ${WIDTH} ${HEIGHT + 30}`} className={styles.chart} aria-hidden>
        <path d={`M0 ${HEIGHT}H${WIDTH}`} stroke="var(--border)" />
        <path d={path} fill="none" stroke="var(--accent)" strokeWidth="2" strokeLinejoin="round" />
        <g fill="var(--quiet)">
          <text y={-4}>{heightText(high, units)}</text>
          <text y={HEIGHT + 13}>{heightText(low, units)}</text>
          <text x={WIDTH} y={HEIGHT + 13} textAnchor="end">
            {lengthText(length, units)}
          </text>
        </g>
      </svg>
      <table className="visually-hidden">
        <caption>Heights along the line</caption>
        <thead>
          <tr>
            <th scope="col">Distance</th>
            <th scope="col">Height</th>
          </tr>
        </thead>
        <tbody>
          {points
            .filter((_, index) => index % step === 0 || index === points.length - 1)
            .map(({ distance, height }) => (
              <tr key={distance}>
                <td>{lengthText(distance, units)}</td>
                <td>{height === null ? 'No data' : heightText(height, units)}</td>
              </tr>
            ))}
        </tbody>
      </table>
    </>
  );
}
