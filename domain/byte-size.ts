const KILOBYTE = 1024;
const UNITS = ['Bytes', 'KB', 'MB', 'GB', 'TB'] as const;

/**
 * Bytes in the largest fitting unit on a base of 1024, two decimals at most: '0 Bytes', '1.5 GB'. `round` is
 * Math.floor or Math.ceil where a size must not read like the limit that it stays below or exceeds.
 */
export function byteSize(bytes: number, round = Math.round): string {
  let [value, power] = [Math.max(0, Math.trunc(bytes)), 0];
  const rounded = () => round(value * 100) / 100;
  for (; rounded() >= KILOBYTE && power < UNITS.length - 1; power += 1) value /= KILOBYTE;
  return `${rounded()} ${UNITS[power]}`;
}

/** Megabytes with one decimal, as the media viewer shows every file: '4.2 MB'. */
export const megabytes = (bytes: number): string => `${(bytes / KILOBYTE ** 2).toFixed(1)} MB`;

/** Whole kilobytes, as galleries and project pages show every file: '4301 KB'. */
export const kilobytes = (bytes: number): string => `${Math.round(bytes / KILOBYTE)} KB`;
