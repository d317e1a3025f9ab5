/** Fraction of degrees, minutes, or seconds: '+30.1712-098.0896+044.000/', '+3010.272-09805.376/'. */
const ISO_6709_POSITION = /([+-])(\d\d|\d{4}|\d{6})(\.\d{2,})([+-])(\d{3}|\d{5}|\d{7})(\.\d{2,})/g;

function degreesOf(sign: string, whole: string, fraction: string, most: number): number {
  const parts = [whole.slice(0, most), ...(whole.slice(most).match(/\d\d/g) ?? [])].map(Number);
  parts.push((parts.pop() ?? 0) + Number(fraction));
  const degrees = parts.reduce((sum, part, index) => sum + part / 60 ** index, 0);
  return sign === '-' ? -degrees : degrees;
}

/** The first ISO 6709 position (annex H) in degrees. Null without a position, or for 0, 0, which means no GPS fix. */
export function placeOfIso6709(text: string): { latitude: number; longitude: number } | null {
  for (const [, ...found] of text.matchAll(ISO_6709_POSITION)) {
    const [north = '', lat = '', ofLat = '', east = '', lon = '', ofLon = ''] = found;
    const latitude = degreesOf(north, lat, ofLat, 2);
    const longitude = degreesOf(east, lon, ofLon, 3);
    const isPlace = Math.abs(latitude) <= 90 && Math.abs(longitude) <= 180;
    if (isPlace && (latitude !== 0 || longitude !== 0)) return { latitude, longitude };
  }
  return null;
}
