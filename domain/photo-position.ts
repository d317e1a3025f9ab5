import type { Blocks, Tags } from './flight-tags.ts';

/** Degrees, WGS 84. */
type Position = { latitude: number; longitude: number };

/** Where EXIF says that a photo was taken, or else XMP. */
export function photoPosition({ exif = {}, xmp = {} }: Blocks): Position | null {
  const fromExif = onGlobe(
    besideHemisphere(exif['GPSLatitude'], exif['GPSLatitudeRef'], 'NS'),
    besideHemisphere(exif['GPSLongitude'], exif['GPSLongitudeRef'], 'EW'),
  );
  const inXmp = (name: string, letters: string) =>
    withHemisphere(xmp[name], xmp[`${name}Ref`], letters);
  return fromExif ?? onGlobe(inXmp('GPSLatitude', 'NS'), inXmp('GPSLongitude', 'EW'));
}

/** Meters above sea level, negative where the reference says so. */
export function photoAltitude({ exif = {}, xmp = {} }: Blocks): number | null {
  return altitudeIn(exif) ?? altitudeIn(xmp);
}

function altitudeIn(tags: Tags): number | null {
  const altitude = rational(tags['GPSAltitude']);
  if (!Number.isFinite(altitude)) return null;
  // 1, and 3 of Exif 3.0.
  const isBelow = Number(tags['GPSAltitudeRef'] ?? 0) % 2 === 1;
  return isBelow ? -Math.abs(altitude) : altitude;
}

/** Cameras without a fix write 0, 0: a place in the Gulf of Guinea where nobody builds. */
export function onGlobe(latitude: number, longitude: number): Position | null {
  const isInside = Math.abs(latitude) <= 90 && Math.abs(longitude) <= 180;
  return isInside && (latitude !== 0 || longitude !== 0) ? { latitude, longitude } : null;
}

/**
 * EXIF: degrees, minutes and seconds, or fewer of them, and the hemisphere in a tag of its own, which decides even
 * where the numbers have a sign. Without one the side of the globe is not known.
 */
function besideHemisphere(value: unknown, reference: unknown, letters: string): number {
  const side = sideOf(reference, letters);
  return side === 0 ? Number.NaN : side * Math.abs(angleOf(value));
}

/** XMP: "48,8.226N" or "48,8,13.5N" (XMP part 2, GPSCoordinate); also signed degrees, as some write. */
function withHemisphere(value: unknown, reference: unknown, letters: string): number {
  const side = sideOf(/[a-z]\s*$/i.exec(String(value))?.[0], letters) || sideOf(reference, letters);
  const angle = angleOf(value);
  return side === 0 ? angle : side * Math.abs(angle);
}

/** 1 for north and east, -1 for south and west, 0 when unknown. */
function sideOf(reference: unknown, letters: string): number {
  if (typeof reference !== 'string') return 0;
  const index = letters.indexOf(reference.trim().charAt(0).toUpperCase() || '?');
  return index < 0 ? 0 : 1 - 2 * index;
}

/** Degrees from a number, a list of degrees, minutes and seconds, or a text of either; negative by its first sign. */
function angleOf(value: unknown): number {
  const parts = typeof value === 'string' ? numbersIn(value) : [value].flat().map(rational);
  const [whole = Number.NaN, minutes = 0, seconds = 0] = parts.map(Math.abs);
  // Cameras leave parts that they don't use empty.
  const angle = whole + (minutes || 0) / 60 + (seconds || 0) / 3600;
  if (minutes > 60 || seconds > 60) return Number.NaN;
  const first = parts[0] ?? 0;
  return first < 0 || Object.is(first, -0) ? -angle : angle;
}

const numbersIn = (text: string): number[] =>
  (text.match(/-?\d+(?:\.\d+)?(?:\/\d+)?/g) ?? []).slice(0, 3).map(rational);

/** A number, a text of one, or a fraction ("575100/1000"); NaN for anything else. */
export function rational(value: unknown): number {
  if (typeof value === 'number') return value;
  if (typeof value !== 'string' || value.trim() === '') return Number.NaN;
  const [above, below = 1, ...others] = value.split('/').map(Number);
  return above === undefined || others.length > 0 ? Number.NaN : above / below;
}
