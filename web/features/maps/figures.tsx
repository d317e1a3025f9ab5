import type { MapWeek } from './survey-view.ts';
import { rastersOf } from './survey-view.ts';
import { FIGURES, type Units } from './units.ts';
import styles from './figures.module.css';

type Figure = { name: string; value: string; hint?: string };

/** What the rasters of a week say of the site; figures that nobody can tell are left out. */
function figuresOf(week: MapWeek, units: Units): Figure[] {
  const colors = rastersOf(week, 'orthophoto')[0];
  const heights = rastersOf(week, 'elevation')[0];
  const main = colors ?? heights ?? rastersOf(week, 'thermal')[0] ?? rastersOf(week, 'ndvi')[0];
  const height = (value: number) => FIGURES.elevation(value, heights?.unit ?? 'm', units);
  return [
    main?.area != null ? { name: 'Area', value: FIGURES.area(main.area, units) } : null,
    main?.groundSampleDistance != null
      ? {
          name: 'Ground sample distance',
          value: FIGURES.groundSampleDistance(main.groundSampleDistance, units),
          hint: 'per pixel',
        }
      : null,
    heights?.maximum != null && heights.minimum !== null
      ? {
          name: 'Elevation',
          value: height(heights.maximum),
          hint: `highest point, lowest ${height(heights.minimum)}`,
        }
      : null,
    main?.coverage != null
      ? { name: 'Coverage', value: FIGURES.coverage(main.coverage), hint: 'of the map has data' }
      : null,
  ].filter((figure) => figure !== null);
}

/** The figures of a week's map. */
export function Figures({ week, units }: { week: MapWeek; units: Units }) {
  const figures = figuresOf(week, units);
  if (figures.length === 0) return null;
  return (
    <dl className={styles.figures} aria-label={`Figures of ${week.title}`}>
      {figures.map(({ name, value, hint }) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>
            <strong>{value}</strong>
            {hint ? <span>{hint}</span> : null}
          </dd>
        </div>
      ))}
    </dl>
  );
}
