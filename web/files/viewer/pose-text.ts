/** '31.54930° N, 97.14667° W'; null where it is not known. */
export function placeText(
  latitude: number | null | undefined,
  longitude: number | null | undefined,
): string | null {
  if (latitude == null || longitude == null) return null;
  const half = (value: number, up: string, down: string) =>
    `${Math.abs(value).toFixed(5)}° ${value < 0 ? down : up}`;
  return `${half(latitude, 'N', 'S')}, ${half(longitude, 'E', 'W')}`;
}
