/** What systems leave next to people's files; hidden files are recognized by their dot. */
const SYSTEM_NAMES = new Set([
  'thumbs.db',
  'desktop.ini',
  '__macosx',
  '$recycle.bin',
  'system volume information',
]);

/**
 * What programs write for themselves. Cameras: small previews (DJI .LRF and .SCR, GoPro .LRV, .THM), sound recorded
 * separately (DJI .AAC), indexes (DJI .IDX, Canon .CTG, AVCHD, Sony) and encrypted flight logs (DJI .DAT). GDAL and
 * ArcGIS: overviews (.ovr, .rrd) and statistics (.aux.xml) of a map.
 */
const BYPRODUCT =
  /\.(lrf|lrv|thm|scr|aac|idx|dat|ctg|bdm|bdmv|cpi|mpl|mpls|bnp|inp|int|sav|ovr|rrd|aux\.xml)$/i;

/** The ending of a file that a camera or a map program wrote for itself, without the dot; null for any other. */
export const byproductEnding = (name: string): string | null => BYPRODUCT.exec(name)?.[1] ?? null;

/** Whether a system, a camera or a map program put a file there for itself, e.g. '.DS_Store'. */
export const isSystemFile = (path: string): boolean =>
  byproductEnding(path) !== null ||
  path.split('/').some((part) => part.startsWith('.') || SYSTEM_NAMES.has(part.toLowerCase()));
