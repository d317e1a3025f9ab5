import { byproductEnding } from './system-files.ts';

export const TAKEN =
  'You can upload photos, videos, GeoTIFF maps, and PDF, Word, SRT, CSV, TXT and KML files.';
export const PICTURES =
  'Supported image formats are JPEG, HEIC, PNG, WebP, AVIF, GIF, TIFF and DNG.';
export const TEXTS =
  'Supported text files are .txt, .csv, .srt, .kml, and .tfw and .prj beside a map.';

/** What a name that ends so promises is never taken; any other name decides nothing. */
const REFUSED = {
  [PICTURES]: 'cr2 cr3 nef arw raf orf rw2 bmp psd svg jp2 jxl'.split(' '),
  [TEXTS]: 'gpx geojson json xml html htm md'.split(' '),
  [TAKEN]: 'dwg dxf kmz las laz zip rar 7z gz tar xls xlsx ppt pptx mp3 wav exe dmg'.split(' '),
};

/** Why a file of this name need not be sent, in words; null when its bytes decide. */
export function refusalOfName(fileName: string): string | null {
  const byproduct = byproductEnding(fileName)?.toLowerCase();
  if (byproduct) {
    return `Files ending in .${byproduct} are previews, logs, or statistics for use by cameras and map programs only.`;
  }
  const ending = /\.([^.]+)$/.exec(fileName)?.[1]?.toLowerCase() ?? '';
  const found = Object.entries(REFUSED).find(([, endings]) => endings.includes(ending));
  return found ? `Files ending in .${ending} cannot be uploaded. ${found[0]}` : null;
}
