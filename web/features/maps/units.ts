import type { Raster } from '#domain/rasters.ts';
import { ACRE, CUBIC_YARD, FOOT, US_SURVEY_FOOT } from '#domain/units.ts';

/** What lengths, areas and volumes are read in. */
export type Units = 'metric' | 'us';

const MILE = 5280 * FOOT;
const HECTARE = 10_000;

const number = (value: number, digits: number): string =>
  new Intl.NumberFormat('en-US', {
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
  })
    .format(value)
    .replace(/^-(?=[0.,]+$)/, '');

/** Fewer digits behind the point the larger it is: what nobody measures is not said. */
const rounded = (value: number): string =>
  number(value, Math.abs(value) < 10 ? 2 : Math.abs(value) < 1000 ? 1 : 0);

/** Of metres: '12.4 m', '1.25 km', '40.7 ft'. */
export function lengthText(meters: number, units: Units): string {
  if (units === 'us') {
    return meters < MILE ? `${rounded(meters / FOOT)} ft` : `${rounded(meters / MILE)} mi`;
  }
  return meters < 1000 ? `${rounded(meters)} m` : `${rounded(meters / 1000)} km`;
}

/** Of square metres: '830.2 m²', '2.40 ha', '5.93 ac'. */
export function areaText(squareMeters: number, units: Units): string {
  if (units === 'us') {
    const acres = squareMeters / ACRE;
    return acres < 0.5 ? `${rounded(squareMeters / FOOT ** 2)} ft²` : `${rounded(acres)} ac`;
  }
  return squareMeters < HECTARE
    ? `${rounded(squareMeters)} m²`
    : `${rounded(squareMeters / HECTARE)} ha`;
}

/** Of cubic metres: '1,204 m³', '1,575 yd³'. */
export const volumeText = (cubicMeters: number, units: Units): string =>
  units === 'us' ? `${rounded(cubicMeters / CUBIC_YARD)} yd³` : `${rounded(cubicMeters)} m³`;

/** Of metres above the zero of a height model, to the centimetre: '128.42 m'. */
export const heightText = (meters: number, units: Units): string =>
  units === 'us' ? `${number(meters / FOOT, 2)} ft` : `${number(meters, 2)} m`;

/** Metres from a height that was typed in the units, and back. */
export const toMeters = (typed: number, units: Units): number =>
  units === 'us' ? typed * FOOT : typed;
export const fromMeters = (meters: number, units: Units): number =>
  units === 'us' ? meters / FOOT : meters;

type ValueUnit = Raster['unit'];

/** The number that a value of a raster is read as in the units. */
export function readValue(value: number, unit: ValueUnit, units: Units): number {
  if (unit === 'celsius') return units === 'us' ? value * 1.8 + 32 : value;
  if (unit === null) return value;
  const meters = unit === 'ft_us' ? value * US_SURVEY_FOOT : value;
  return fromMeters(meters, units);
}

/** The value of a raster that a number in the units stands for: the other way of `readValue`. */
export function rasterValue(read: number, unit: ValueUnit, units: Units): number {
  if (unit === 'celsius') return units === 'us' ? (read - 32) / 1.8 : read;
  if (unit === null) return read;
  const meters = toMeters(read, units);
  return unit === 'ft_us' ? meters / US_SURVEY_FOOT : meters;
}

/** 'm', 'ft', '°C', '°F', or nothing for an index such as NDVI. */
export function unitName(unit: ValueUnit, units: Units): string {
  if (unit === null) return '';
  if (unit === 'celsius') return units === 'us' ? '°F' : '°C';
  return units === 'us' ? 'ft' : 'm';
}

/** A value of a raster with its unit: '128.4 m', '31.2 °C', '0.62'. */
export function valueText(value: number, unit: ValueUnit, units: Units): string {
  const read = number(readValue(value, unit, units), unit === null ? 2 : 1);
  return unit === null ? read : `${read} ${unitName(unit, units)}`;
}

/** The four figures of a map, in their forms: '2.4 ha', '1.2 cm', '342m', '98.7%'. */
export const FIGURES = {
  area: (squareMeters: number, units: Units): string => {
    const value = squareMeters / (units === 'us' ? ACRE : HECTARE);
    return `${number(value, value < 0.1 ? 3 : 1)} ${units === 'us' ? 'ac' : 'ha'}`;
  },
  groundSampleDistance: (meters: number, units: Units): string =>
    units === 'us' ? `${number((meters / FOOT) * 12, 1)} in` : `${number(meters * 100, 1)} cm`,
  elevation: (value: number, unit: ValueUnit, units: Units): string =>
    `${number(readValue(value, unit, units), 0)}${unitName(unit, units)}`,
  coverage: (part: number): string => `${number(part * 100, 1)}%`,
};
