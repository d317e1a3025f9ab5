/** A degree, with the letter of its direction in front as Autel writes it: `W: 97.7431`. */
const degree = (name: string) => `(?:(?<side${name}>[NESW]) ?:? ?)?(?<${name}>-?\\d+(?:\\.\\d+)?)`;
/** `GPS(longitude, latitude, altitude)`; a Matrice writes the latitude first, and the altitude with an M. */
const GPS = new RegExp(
  `\\bGPS ?\\( ?${degree('A')} ?, ?${degree('B')}(?: ?, ?-?\\d+(?:\\.\\d+)?(?<metre>M?)m?)? ?\\)`,
);
const NUMBER = '["\']? ?[:=] ?(-?\\d+(?:\\.\\d+)?)';
const LATITUDE = new RegExp(`\\blat(?:itude)?${NUMBER}`, 'i');
/** Older drones misspell it. */
const LONGITUDE = new RegExp(`\\blon(?:g|gt?itude)?${NUMBER}`, 'i');

/** A number that a drone wrote under a name. */
export function notedNumber(words: string, name: string): number | null {
  const found = new RegExp(`\\b${name} ?: ?(-?\\d+(?:\\.\\d+)?)`).exec(words);
  return found ? Number(found[1]) : null;
}

/** Where a drone was, degrees, by what it noted next to its film (SRT); without a fix it writes zeros. */
export function notedPlace(words: string): {
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
