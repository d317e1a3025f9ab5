/** International foot in meters, the US standard since 2023; used for display. */
export const FOOT = 0.3048;
/** Foot used in older American surveys, in meters. */
export const US_SURVEY_FOOT = 1200 / 3937;
const MILE = 5280 * FOOT;

export const ACRE = 43_560 * FOOT ** 2;
const HECTARE = 10_000;

export const CUBIC_YARD = 27 * FOOT ** 3;

export type Units = 'metric' | 'us';

/** `project`: the units of each project's country (see project-units.ts). */
export const UNITS_CHOICES = ['project', 'metric', 'us'] as const;
export type UnitsChoice = (typeof UNITS_CHOICES)[number];
export const UNITS_LABELS: Record<UnitsChoice, string> = {
  project: 'Same as the project',
  metric: 'Metric',
  us: 'US',
};

export const isUnitsChoice = (value: unknown): value is UnitsChoice =>
  UNITS_CHOICES.some((choice) => choice === value);

export const unitsFor = (choice: UnitsChoice | null | undefined, ofProject: Units): Units =>
  choice == null || choice === 'project' ? ofProject : choice;

const number = (value: number, digits: number, least = digits): string =>
  new Intl.NumberFormat('en-US', { minimumFractionDigits: least, maximumFractionDigits: digits })
    .format(value)
    .replace(/^-(?=[0.,]+$)/, '');

/** More decimals would suggest precision that no measurement has. */
const rounded = (value: number): string =>
  number(value, Math.abs(value) < 10 ? 2 : Math.abs(value) < 1000 ? 1 : 0);

const withUnit = (text: string, unit: string): string => `${text}\u00A0${unit}`;

export function lengthText(meters: number, units: Units): string {
  if (units === 'us') {
    return meters < MILE
      ? withUnit(rounded(meters / FOOT), 'ft')
      : withUnit(rounded(meters / MILE), 'mi');
  }
  return meters < 1000 ? withUnit(rounded(meters), 'm') : withUnit(rounded(meters / 1000), 'km');
}

/** Rounded: '350 ft', '2.4 mi', '1,240 mi', '12 km'. */
export function distanceText(meters: number, units: Units): string {
  const [small, large, largeName] = units === 'us' ? [FOOT, MILE, 'mi'] : [1, 1000, 'km'];
  if (meters < large / 5) return withUnit(number(meters / small, 0), units === 'us' ? 'ft' : 'm');
  const value = meters / large;
  return withUnit(number(value, value < 10 ? 1 : 0, 0), largeName);
}

export function areaText(squareMeters: number, units: Units): string {
  if (units === 'us') {
    const acres = squareMeters / ACRE;
    return acres < 0.5
      ? withUnit(rounded(squareMeters / FOOT ** 2), 'ft²')
      : withUnit(rounded(acres), 'ac');
  }
  return squareMeters < HECTARE
    ? withUnit(rounded(squareMeters), 'm²')
    : withUnit(rounded(squareMeters / HECTARE), 'ha');
}

export const volumeText = (cubicMeters: number, units: Units): string =>
  units === 'us'
    ? withUnit(rounded(cubicMeters / CUBIC_YARD), 'yd³')
    : withUnit(rounded(cubicMeters), 'm³');

export const heightUnit = (units: Units): 'ft' | 'm' => (units === 'us' ? 'ft' : 'm');

/** Two decimals: '128.42 m'. */
export const heightText = (meters: number, units: Units): string =>
  withUnit(number(fromMeters(meters, units), 2), heightUnit(units));

export const altitudeText = (meters: number | null | undefined, units: Units): string | null =>
  meters == null ? null : withUnit(number(fromMeters(meters, units), 0), heightUnit(units));

/** Rounded up: '33 ft', '10 m'. */
export const limitText = (meters: number, units: Units): string =>
  withUnit(number(Math.ceil(fromMeters(meters, units)), 0), heightUnit(units));

export const toMeters = (typed: number, units: Units): number =>
  units === 'us' ? typed * FOOT : typed;
export const fromMeters = (meters: number, units: Units): number =>
  units === 'us' ? meters / FOOT : meters;

type ValueUnit = 'm' | 'ft_us' | 'celsius' | null;

export function readValue(value: number, unit: ValueUnit, units: Units): number {
  if (unit === 'celsius') return units === 'us' ? value * 1.8 + 32 : value;
  if (unit === null) return value;
  const meters = unit === 'ft_us' ? value * US_SURVEY_FOOT : value;
  return fromMeters(meters, units);
}

export function rasterValue(read: number, unit: ValueUnit, units: Units): number {
  if (unit === 'celsius') return units === 'us' ? (read - 32) / 1.8 : read;
  if (unit === null) return read;
  const meters = toMeters(read, units);
  return unit === 'ft_us' ? meters / US_SURVEY_FOOT : meters;
}

/** '' for an index such as NDVI. */
export function unitName(unit: ValueUnit, units: Units): string {
  if (unit === null) return '';
  if (unit === 'celsius') return units === 'us' ? '°F' : '°C';
  return heightUnit(units);
}

export function valueText(value: number, unit: ValueUnit, units: Units): string {
  const read = number(readValue(value, unit, units), unit === null ? 2 : 1);
  return unit === null ? read : withUnit(read, unitName(unit, units));
}

export const FIGURES = {
  area: (squareMeters: number, units: Units): string => {
    const value = squareMeters / (units === 'us' ? ACRE : HECTARE);
    return withUnit(number(value, value < 0.1 ? 3 : 1), units === 'us' ? 'ac' : 'ha');
  },
  groundSampleDistance: (meters: number, units: Units): string =>
    units === 'us'
      ? withUnit(number((meters / FOOT) * 12, 1), 'in')
      : withUnit(number(meters * 100, 1), 'cm'),
  elevation: (value: number, unit: ValueUnit, units: Units): string =>
    withUnit(number(readValue(value, unit, units), 0), unitName(unit, units)),
  coverage: (part: number): string => `${number(part * 100, 1)}%`,
};
