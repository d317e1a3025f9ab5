/** Autel writes the hemisphere before the number: `W: 97.7431`. */
const degree = (name: string) => `(?:(?<side${name}>[NESW]) ?:? ?)?(?<${name}>-?\\d+(?:\\.\\d+)?)`;

const GPS = new RegExp(
  `\\bGPS ?\\( ?${degree('A')} ?, ?${degree('B')}(?: ?, ?-?\\d+(?:\\.\\d+)?(?<metre>M?)m?)? ?\\)`,
);
const NUMBER = '["\']? ?[:=] ?(-?\\d+(?:\\.\\d+)?)';
const LATITUDE = new RegExp(`\\blat(?:itude)?${NUMBER}`, 'i');
/** Older drones misspell it as `longtitude`. */
const LONGITUDE = new RegExp(`\\blon(?:g|gt?itude)?${NUMBER}`, 'i');

export function subtitleNumber(words: string, name: string): number | null {
  const found = new RegExp(`\\b${name} ?: ?(-?\\d+(?:\\.\\d+)?)`).exec(words);
  return found ? Number(found[1]) : null;
}

/** Degrees; 0, 0 without a GPS fix. `GPS(…)` has longitude first, except on Matrice (`M` after the altitude). */
export function subtitlePosition(words: string): {
  latitude: number | null;
  longitude: number | null;
} {
  const { groups } = GPS.exec(words) ?? {};
  if (!groups) return { latitude: named(words, LATITUDE), longitude: named(words, LONGITUDE) };
  const [first, second] = [signed(groups, 'A'), signed(groups, 'B')];
  const { sideA, metre } = groups;
  const isLatitudeFirst = sideA ? 'NS'.includes(sideA) : metre === 'M' || Math.abs(second) > 90;
  return isLatitudeFirst
    ? { latitude: first, longitude: second }
    : { latitude: second, longitude: first };
}

function named(words: string, name: RegExp): number | null {
  const [, digits] = name.exec(words) ?? [];
  return digits === undefined ? null : Number(digits);
}

const signed = (groups: Record<string, string | undefined>, name: 'A' | 'B'): number => {
  const isNegative = ['S', 'W'].includes(groups[`side${name}`] ?? '');
  return Number(groups[name]) * (isNegative ? -1 : 1);
};
