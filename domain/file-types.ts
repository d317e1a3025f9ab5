const SYSTEM_NAMES = new Set([
  'thumbs.db',
  'desktop.ini',
  '__macosx',
  '$recycle.bin',
  'system volume information',
]);

/**
 * Files that programs write for their own use. Cameras: small previews (DJI .LRF and .SCR, GoPro .LRV, .THM), separate
 * sound recordings (DJI .AAC), indexes (DJI .IDX, Canon .CTG, AVCHD, Sony), encrypted flight logs (DJI .DAT). GDAL and
 * ArcGIS: map overviews (.ovr, .rrd) and statistics (.aux.xml).
 */
const BYPRODUCT =
  /\.(lrf|lrv|thm|scr|aac|idx|dat|ctg|bdm|bdmv|cpi|mpl|mpls|bnp|inp|int|sav|ovr|rrd|aux\.xml)$/i;

const byproductEnding = (name: string): string | null => BYPRODUCT.exec(name)?.[1] ?? null;

export const isSystemFile = (path: string): boolean =>
  byproductEnding(path) !== null ||
  path.split('/').some((part) => part.startsWith('.') || SYSTEM_NAMES.has(part.toLowerCase()));

export const SUPPORTED_TYPES =
  'You can upload photos, videos, GeoTIFF maps, and PDF, Word, SRT, CSV, TXT and KML files.';
export const SUPPORTED_IMAGES =
  'Supported image formats are JPEG, HEIC, PNG, WebP, AVIF, GIF, TIFF and DNG.';
export const SUPPORTED_TEXTS =
  'Supported text files are .txt, .csv, .srt, .kml, and .tfw and .prj with a map.';

const UNSUPPORTED_EXTENSIONS = {
  [SUPPORTED_IMAGES]: 'cr2 cr3 nef arw raf orf rw2 bmp psd svg jp2 jxl'.split(' '),
  [SUPPORTED_TEXTS]: 'gpx geojson json xml html htm md'.split(' '),
  [SUPPORTED_TYPES]:
    'dwg dxf kmz las laz zip rar 7z gz tar xls xlsx ppt pptx mp3 wav exe dmg'.split(' '),
};

export function unsupportedNameMessage(fileName: string): string | null {
  const byproduct = byproductEnding(fileName)?.toLowerCase();
  if (byproduct) {
    return `Files ending in .${byproduct} are only used by cameras and map programs.`;
  }
  const ending = /\.([^.]+)$/.exec(fileName)?.[1]?.toLowerCase() ?? '';
  const found = Object.entries(UNSUPPORTED_EXTENSIONS).find(([, endings]) =>
    endings.includes(ending),
  );
  return found ? `Files ending in .${ending} can't be uploaded. ${found[0]}` : null;
}
