/** What systems leave next to people's files; hidden files are recognized by their dot. */
const SYSTEM_NAMES = new Set([
  'thumbs.db',
  'desktop.ini',
  '__macosx',
  '$recycle.bin',
  'system volume information',
]);

/**
 * Files that programs write for their own use. Cameras: small previews (DJI .LRF and .SCR, GoPro .LRV, .THM), separate
 * sound recordings (DJI .AAC), indexes (DJI .IDX, Canon .CTG, AVCHD, Sony), and encrypted flight logs (DJI .DAT). GDAL
 * and ArcGIS: map overviews (.ovr, .rrd) and statistics (.aux.xml).
 */
const BYPRODUCT =
  /\.(lrf|lrv|thm|scr|aac|idx|dat|ctg|bdm|bdmv|cpi|mpl|mpls|bnp|inp|int|sav|ovr|rrd|aux\.xml)$/i;

/** The extension, without the dot, of a file that a camera or map program writes for its own use; null for others. */
export const byproductEnding = (name: string): string | null => BYPRODUCT.exec(name)?.[1] ?? null;

/** Whether an operating system, camera, or map program wrote this file for its own use, e.g. '.DS_Store'. */
export const isSystemFile = (path: string): boolean =>
  byproductEnding(path) !== null ||
  path.split('/').some((part) => part.startsWith('.') || SYSTEM_NAMES.has(part.toLowerCase()));
