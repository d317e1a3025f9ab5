/** What systems leave next to people's files; hidden files are recognized by their dot. */
const SYSTEM_NAMES = new Set([
  'thumbs.db',
  'desktop.ini',
  '__macosx',
  '$recycle.bin',
  'system volume information',
]);

/**
 * What cameras write for themselves: small previews (DJI .LRF and .SCR, GoPro .LRV, .THM), sound recorded separately
 * (DJI .AAC), indexes (DJI .IDX, Canon .CTG, AVCHD, Sony) and encrypted flight logs (DJI .DAT).
 */
const CAMERA_BYPRODUCT =
  /\.(lrf|lrv|thm|scr|aac|idx|dat|ctg|bdm|bdmv|cpi|mpl|mpls|bnp|inp|int|sav)$/i;

/** Whether a camera wrote a file of this name for itself: nobody else uses it. */
export const isCameraByproduct = (name: string): boolean => CAMERA_BYPRODUCT.test(name);

/** Whether a system or a camera put a file there for itself, e.g. '.DS_Store'. */
export const isSystemFile = (path: string): boolean =>
  isCameraByproduct(path) ||
  path.split('/').some((part) => part.startsWith('.') || SYSTEM_NAMES.has(part.toLowerCase()));
