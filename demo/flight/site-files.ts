import { fileURLToPath } from 'node:url';
import type { Waypoint } from './waypoints.ts';

const FOLDER = new URL('../site/', import.meta.url);
const twoDigits = (number: number) => String(number).padStart(2, '0');

export const sitePath = (name: string): string => fileURLToPath(new URL(name, FOLDER));

export const photoPath = (week: number, { slug }: Pick<Waypoint, 'slug'>): string =>
  sitePath(`week-${twoDigits(week)}/${slug}.jpg`);

export const rasterPath = (
  week: number,
  name: 'ortho' | 'surface' | 'thermal' | 'red-nir',
): string => sitePath(`survey-${twoDigits(week)}/${name}.tif`);
