import { isHeights, uncertaintyText } from '#domain/rasters.ts';
import type { PlacedRaster } from './survey-view.ts';
import { FIGURES, type Units } from '#domain/units.ts';

/** A figure of a map: 'Area', '2.4 ha'. */
export type Figure = { name: string; value: string; hint?: string };

type Shown = {
  /** What a map shows of one week. */
  shown: readonly PlacedRaster[];
  /** How high the site is, where the map itself does not say it. */
  heights?: PlacedRaster | undefined;
};

/** What a map says of the site; figures that nobody can tell are left out. */
export function figuresOf({ shown, heights: ofWeek }: Shown, units: Units): Figure[] {
  const [main] = shown;
  const heights = shown.find(({ rasterType }) => isHeights(rasterType)) ?? ofWeek;
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

/** How far what is shown may be off; null where that is not worth a word. */
export function uncertaintyOf(shown: readonly PlacedRaster[], units: Units): string | null {
  const most = Math.max(...shown.map(({ uncertainty }) => uncertainty ?? 0));
  return most > 0 ? `${uncertaintyText(most, units)}.` : null;
}
