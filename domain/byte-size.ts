const KILOBYTE = 1024;
const UNITS = ['Bytes', 'KB', 'MB', 'GB', 'TB'] as const;

/**
 * For example '0 Bytes' or '1.5 GB' (base 1024). Pass Math.floor or Math.ceil as `round` if rounding could make a size
 * look equal to a limit.
 */
export function byteSize(bytes: number, round = Math.round): string {
  let [value, power] = [Math.max(0, Math.trunc(bytes)), 0];
  const rounded = () => round(value * 100) / 100;
  for (; rounded() >= KILOBYTE && power < UNITS.length - 1; power += 1) value /= KILOBYTE;
  return `${rounded()} ${UNITS[power]}`;
}

export const megabytes = (bytes: number): string => `${(bytes / KILOBYTE ** 2).toFixed(1)} MB`;

export const kilobytes = (bytes: number): string => `${Math.round(bytes / KILOBYTE)} KB`;
