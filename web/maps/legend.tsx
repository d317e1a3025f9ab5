import { type ColorScale, gradientOf } from '#domain/color-scales.ts';
import { valueText } from '#domain/units.ts';
import type { Raster } from '#domain/rasters.ts';
import { useUnits } from '#web/lib/use-units.ts';
import styles from './legend.module.css';

export type Scale = {
  colors: ColorScale;
  title: string;
  /** Lower and upper end, in the unit of the raster. */
  ends: readonly [number, number];
  unit: Raster['unit'];
};

export function Legend({ scale }: { scale: Scale }) {
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
    </figure>
  );
}
