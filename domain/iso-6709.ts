/**
 * Degrees with a fraction, with minutes or with minutes and seconds before the fraction: '+30.1712-098.0896+044.000/',
 * '+3010.272-09805.376/'. Whole degrees are no place of a film.
 */
const TEXT = /([+-])(\d\d|\d{4}|\d{6})(\.\d{2,})([+-])(\d{3}|\d{5}|\d{7})(\.\d{2,})/g;

/** Degrees of a value such as '3010' and '.272', of whose digits `most` are whole degrees. */
function degreesOf(sign: string, whole: string, fraction: string, most: number): number {
  // The fraction is of the last of degrees, minutes and seconds.
  const parts = [whole.slice(0, most), ...(whole.slice(most).match(/\d\d/g) ?? [])].map(Number);
  parts.push((parts.pop() ?? 0) + Number(fraction));
  const degrees = parts.reduce((sum, part, index) => sum + part / 60 ** index, 0);
  return sign === '-' ? -degrees : degrees;
}

/**
 * The first place in a text that has one in the form of ISO 6709, annex H, degrees; null without one, and for zeros, which
 * devices write without a fix.
 */
export function placeOfIso6709(text: string): { latitude: number; longitude: number } | null {
  for (const [, ...found] of text.matchAll(TEXT)) {
    const [north = '', lat = '', ofLat = '', east = '', lon = '', ofLon = ''] = found;
    const latitude = degreesOf(north, lat, ofLat, 2);
    const longitude = degreesOf(east, lon, ofLon, 3);
    const isPlace = Math.abs(latitude) <= 90 && Math.abs(longitude) <= 180;
    if (isPlace && (latitude !== 0 || longitude !== 0)) return { latitude, longitude };
  }
  return null;
}
