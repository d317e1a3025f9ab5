import type { Blocks, Tags } from './flight-tags.ts';

type Position = { latitude: number; longitude: number };

export function photoPosition({ exif = {}, xmp = {} }: Blocks): Position | null {
  const fromExif = onGlobe(
    withHemisphereTag(exif['GPSLatitude'], exif['GPSLatitudeRef'], 'NS'),
    withHemisphereTag(exif['GPSLongitude'], exif['GPSLongitudeRef'], 'EW'),
  );
  const inXmp = (name: string, letters: string) =>
    withHemisphere(xmp[name], xmp[`${name}Ref`], letters);
  return fromExif ?? onGlobe(inXmp('GPSLatitude', 'NS'), inXmp('GPSLongitude', 'EW'));
}

export function photoAltitude({ exif = {}, xmp = {} }: Blocks): number | null {
  return altitudeIn(exif) ?? altitudeIn(xmp);
}

function altitudeIn(tags: Tags): number | null {
  const altitude = rational(tags['GPSAltitude']);
  if (!Number.isFinite(altitude)) return null;
  // Below sea level is 1, or 3 in Exif 3.0.
  const isBelow = Number(tags['GPSAltitudeRef'] ?? 0) % 2 === 1;
  return isBelow ? -Math.abs(altitude) : altitude;
}

/** Rejects 0, 0, which cameras write without a GPS fix. */
export function onGlobe(latitude: number, longitude: number): Position | null {
  const isInside = Math.abs(latitude) <= 90 && Math.abs(longitude) <= 180;
  return isInside && (latitude !== 0 || longitude !== 0) ? { latitude, longitude } : null;
}

/** In EXIF, the separate hemisphere tag overrides any sign. Without that tag, the result is NaN. */
function withHemisphereTag(value: unknown, reference: unknown, letters: string): number {
  const side = sideOf(reference, letters);
  return side === 0 ? Number.NaN : side * Math.abs(angleOf(value));
}

function withHemisphere(value: unknown, reference: unknown, letters: string): number {
  const side = sideOf(/[a-z]\s*$/i.exec(String(value))?.[0], letters) || sideOf(reference, letters);
  const angle = angleOf(value);
  return side === 0 ? angle : side * Math.abs(angle);
}

function sideOf(reference: unknown, letters: string): number {
  if (typeof reference !== 'string') return 0;
  const index = letters.indexOf(reference.trim().charAt(0).toUpperCase() || '?');
  return index < 0 ? 0 : 1 - 2 * index;
}

/** Degrees from a number, text, or a list of degrees, minutes, and seconds. The first sign applies to all. */
function angleOf(value: unknown): number {
  const parts = typeof value === 'string' ? numbersIn(value) : [value].flat().map(rational);
  const [whole = Number.NaN, minutes = 0, seconds = 0] = parts.map(Math.abs);
  const angle = whole + (minutes || 0) / 60 + (seconds || 0) / 3600;
  if (minutes > 60 || seconds > 60) return Number.NaN;
  const first = parts[0] ?? 0;
  return first < 0 || Object.is(first, -0) ? -angle : angle;
}

const numbersIn = (text: string): number[] =>
  (text.match(/-?\d+(?:\.\d+)?(?:\/\d+)?/g) ?? []).slice(0, 3).map(rational);

/** A number, numeric text, or fraction ("575100/1000"); otherwise NaN. */
export function rational(value: unknown): number {
  if (typeof value === 'number') return value;
  if (typeof value !== 'string' || value.trim() === '') return Number.NaN;
  const [above, below = 1, ...others] = value.split('/').map(Number);
  return above === undefined || others.length > 0 ? Number.NaN : above / below;
}
