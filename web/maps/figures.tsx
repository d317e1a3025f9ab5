import type { ReactNode } from 'react';
import styles from './figures.module.css';
import { isHeightModel, uncertaintyText, type Raster } from '#domain/rasters.ts';
import type { PlacedRaster, shownLayers } from './survey-view.ts';
import { FIGURES, type Units, valueText } from '#domain/units.ts';
import { type ColorScale, gradientOf } from '#domain/color-scales.ts';
import { useUnits } from '#web/lib/use-units.ts';

export type Scale = {
  colors: ColorScale;
  title: string;
  ends: readonly [number, number];
  unit: Raster['unit'];
};

export function Legend({ scale, children }: { scale: Scale; children?: ReactNode }) {
  const units = useUnits();
  const { title, ends, unit } = scale;
  const [low, high] = ends;
  const text = (value: number) => valueText(value, unit, units);
  return (
    <figure className={styles.legend} aria-label={`Colors: ${title}`}>
      <figcaption>{title}</figcaption>
      <div className={styles.scale} style={{ background: gradientOf(scale.colors) }} aria-hidden />
      <div className={styles.ends}>
        <span>{text(low)}</span>
        <span>{text((low + high) / 2)}</span>
        <span>{text(high)}</span>
      </div>
      {children}
    </figure>
  );
}

type Figure = { name: string; value: string; hint?: string };

type FigureSources = {
  shown: readonly PlacedRaster[];
  /** The site's heights, if the shown map has none. */
  heights?: PlacedRaster | undefined;
};

export function figuresOf({ shown, heights: ofWeek }: FigureSources, units: Units): Figure[] {
  const [main] = shown;
  const heights = shown.find(({ rasterType }) => isHeightModel(rasterType)) ?? ofWeek;
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
          hint: `at the highest point, ${height(heights.minimum)} at the lowest`,
        }
      : null,
    main?.coverage != null
      ? { name: 'Coverage', value: FIGURES.coverage(main.coverage), hint: 'of the map has data' }
      : null,
  ].filter((figure) => figure !== null);
}

/**
 * Possible position errors of the main map's site, each with the map's name and, if two submissions are shown, the day.
 */
export function uncertaintiesOf(
  { sides, site }: Pick<ReturnType<typeof shownLayers>, 'sides' | 'site'>,
  labels: readonly [string, string | null],
  units: Units,
): string[] {
  const isCompared = labels[1] !== null;
  return sides.flatMap((side, index) =>
    side.flatMap((raster) => {
      const { fileName, uncertainty } = raster;
      if (!uncertainty || !site.includes(raster)) return [];
      const name = isCompared ? `${labels[index]}, ${fileName}` : fileName;
      return [`${name}: ${uncertaintyText(uncertainty, units)}.`];
    }),
  );
}

export function Figures({ title, figures }: { title: string; figures: readonly Figure[] }) {
  if (figures.length === 0) return null;
  return (
    <dl className={styles.figures} aria-label={`Figures for ${title}`}>
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
