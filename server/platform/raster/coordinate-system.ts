import { toProj4, type GeoKeys } from 'geotiff-geokeys-to-proj4';
import proj4 from 'proj4';
import { storable } from '#domain/storable-text.ts';

const GEOGRAPHIC = 2;
const USER_DEFINED = 32_767;

/**
 * How older national systems lie to WGS 84, three shifts in meters, three turns in seconds and a scale in parts
 * per million (position vector, EPSG method 9606), which the register's strings leave out. Without them a
 * raster is 50 to 200 m off. First and last code of a system, source: EPSG transformations 1314, 15955, 15934,
 * 1777, 15484, 1618, 1622, 15929, 1173.
 */
const SHIFTS: readonly (readonly [first: number, last: number, towgs84: string])[] = [
  [27_700, 27_700, '446.448,-125.157,542.06,0.15,0.247,0.842,-20.489'],
  [28_991, 28_992, '565.7381,50.4018,465.2904,-0.395026,0.330772,-1.876073,4.07244'],
  [31_466, 31_469, '598.1,73.7,418.2,0.202,0.045,-2.455,6.7'],
  [2056, 2056, '674.374,15.056,405.346'],
  [21_781, 21_782, '674.374,15.056,405.346'],
  [31_254, 31_259, '577.326,90.129,463.919,5.137,1.474,5.297,2.4232'],
  [5513, 5514, '570.8,85.7,462.8,4.998,1.587,5.261,3.56'],
  [31_370, 31_370, '-106.8686,52.2978,-103.7239,0.3366,-0.457,1.8422,-1.2747'],
  [26_701, 26_722, '-8,160,176'],
  [32_001, 32_060, '-8,160,176'],
];

function shifted(epsg: number | undefined, spelled: string): string {
  const [, , shift] = SHIFTS.find(([first, last]) => epsg && first <= epsg && epsg <= last) ?? [];
  return shift && !spelled.includes('towgs84') ? `${spelled} +towgs84=${shift}` : spelled;
}

/** A coordinate reference system: its number in the EPSG register, null when it has none, and how proj4 writes it. */
export type CoordinateSystem = { epsg: number | null; proj4: string };

/** The system of an EPSG code; null for one that is not in the register, or no system of places on a map. */
export function systemOfEpsg(epsg: number): CoordinateSystem | null {
  return systemOfKeys({ ProjectedCSTypeGeoKey: epsg });
}

/** The system that the keys of a GeoTIFF name or spell out; null when they do neither. */
export function systemOfKeys(keys: Partial<GeoKeys> & { GTModelTypeGeoKey?: number }) {
  const { ProjectedCSTypeGeoKey: projected, GeographicTypeGeoKey: geographic } = keys;
  if (projected === undefined && geographic === undefined) return null;
  // Both may stand there: the projected one is meant, unless the model is geographic.
  const isGeographic = projected === undefined || keys.GTModelTypeGeoKey === GEOGRAPHIC;
  const code = isGeographic ? geographic : projected;
  const { GeographicTypeGeoKey: _, ...withoutGeographic } = keys;
  const named = code !== undefined && code !== USER_DEFINED;
  const { proj4: spelled, errors } = toProj4(
    (named && !isGeographic ? withoutGeographic : keys) as GeoKeys,
  );
  if (errors.CRSNotSupported || errors.conversionNotSupported) return null;
  if (errors.coordinateTransformationNotSupported) return null;
  // Rasters are always east before north, whatever the register says of the axes.
  const written = spelled.replace(/\+axis=\w+ /, '').trim();
  return { epsg: named ? code : null, proj4: shifted(code, written) };
}

/** The last number of the register in a text of the kind WKT 1 or 2 is that of the system itself. */
const AUTHORITY = /(?:AUTHORITY\["EPSG",\s*"?|ID\["EPSG",\s*)(\d+)"?\]\s*\]\s*$/i;
const UTM = /^PROJCS\["WGS.?(?:19)?84.{0,3}UTM.zone.(\d{1,2})([NS])"/i;

/** The system that a .prj file spells out (WKT of ESRI or OGC); null when it is none that can be used. */
export function systemOfProjection(text: string): CoordinateSystem | null {
  const written = storable(text).trim().replaceAll(/\s+/g, ' ');
  const [, zone, side] = UTM.exec(written) ?? [];
  const code =
    AUTHORITY.exec(written)?.[1] ??
    (zone && `${side?.toUpperCase() === 'N' ? 326 : 327}${zone.padStart(2, '0')}`);
  const known = code ? systemOfEpsg(Number(code)) : null;
  if (known) return known;
  try {
    const place = proj4(written, 'EPSG:4326').forward([0, 0]);
    return place.length === 2 ? { epsg: null, proj4: written } : null;
  } catch {
    return null;
  }
}
