import { toProj4, type GeoKeys } from 'geotiff-geokeys-to-proj4';
import proj4 from 'proj4';
import { storable } from '#domain/storable-text.ts';
import { baseOfDatum, systemOfCode, systemOfName, type RegisteredSystem } from './register.ts';

const GEOGRAPHIC = 2;
const USER_DEFINED = 32_767;

/** Not yet shifted to WGS 84, because the shift depends on where the raster is. */
export type CoordinateSystem = {
  epsg: number | null;
  proj4: string;
  /** EPSG code of the geographic system, which has the datum. */
  base: number | null;
};

const fromRegister = ({ code, base, proj4: text }: RegisteredSystem): CoordinateSystem => ({
  epsg: code,
  proj4: text,
  base,
});

export function systemOfEpsg(epsg: number): CoordinateSystem | null {
  const registered = systemOfCode(epsg);
  if (registered) return isReadable(registered.proj4) ? fromRegister(registered) : null;
  return systemFromParameters({ ProjectedCSTypeGeoKey: epsg } as GeoKeys, epsg);
}

type Keys = Partial<GeoKeys> & {
  GTModelTypeGeoKey?: number;
  GTCitationGeoKey?: string;
  PCSCitationGeoKey?: string;
  GeogCitationGeoKey?: string;
};

export function systemOfKeys(keys: Keys): CoordinateSystem | null {
  const { ProjectedCSTypeGeoKey: projected, GeographicTypeGeoKey: geographic } = keys;
  if (projected === undefined && geographic === undefined) return null;
  // If both are present, the projected one counts, unless the model is geographic.
  const isGeographic = projected === undefined || keys.GTModelTypeGeoKey === GEOGRAPHIC;
  const code = isGeographic ? geographic : projected;
  if (code !== undefined && code !== USER_DEFINED) return systemOfEpsg(code);
  return systemOfCitation(keys) ?? systemFromParameters(keys as GeoKeys, null);
}

/** ArcGIS writes systems without a code as text. */
const ESRI = /ESRI PE String = ([^|]+)/;

function systemOfCitation({ GTCitationGeoKey: general, PCSCitationGeoKey: projected }: Keys) {
  const [, text] = ESRI.exec(`${general ?? ''}|${projected ?? ''}`) ?? [];
  return text ? systemOfProjection(text) : null;
}

function systemFromParameters(keys: GeoKeys, epsg: number | null): CoordinateSystem | null {
  const { proj4: spelled, errors } = toProj4(keys);
  if (errors.CRSNotSupported || errors.conversionNotSupported) return null;
  if (errors.coordinateTransformationNotSupported) return null;
  // Raster coordinates have east before north, even if the register lists the axes differently.
  const text = spelled.replace(/\+axis=\w+ /, '').trim();
  return isReadable(text)
    ? { epsg, proj4: text, base: epsg === null ? baseOfKeys(keys) : null }
    : null;
}

function baseOfKeys(keys: Keys): number | null {
  const { GeographicTypeGeoKey: geographic, GeogGeodeticDatumGeoKey: datum } = keys;
  if (geographic && geographic !== USER_DEFINED) return geographic;
  if (datum && datum !== USER_DEFINED) return baseOfDatum(datum);
  const named = (keys.GeogCitationGeoKey ?? '')
    .split('|')
    .map((part) => part.replace(/^.*=\s*/, ''));
  return firstFound(named, (name) => systemOfName(name)?.base ?? baseOfDatum(name));
}

function firstFound<T, R>(items: readonly T[], find: (item: T) => R | null): R | null {
  for (const item of items) {
    const found = find(item);
    if (found !== null) return found;
  }
  return null;
}

function isReadable(text: string): boolean {
  try {
    return proj4(text, 'EPSG:4326').forward([0, 0]).length === 2;
  } catch {
    return false;
  }
}

/** The last authority code in WKT 1 or 2 is that of the system itself. */
const AUTHORITY = /(?:AUTHORITY\["(?:EPSG|ESRI)",\s*"?|ID\["(?:EPSG|ESRI)",\s*)(\d+)"?\]\s*\]\s*$/i;
const NAME = /^\w+\["([^"]*)"/;
const GEOGRAPHIC_NAME = /GEOGCS\["([^"]*)"/i;
const DATUM_NAME = /DATUM\["([^"]*)"/i;

/** Systems that proj4 reads differently from GDAL, found by comparing all registered ones. */
const MISREAD =
  /^\w+CRS\[|"(?:Stereographic_\w+_Pole|Polar_Stereographic|Mercator(?:_.SP)?|Krovak|New_Zealand_Map_Grid)"/i;
const ANGLE = /^(?:PROJCS.*?)?GEOGCS\[.*?[^G]UNIT\["[^"]*",\s*([\d.e-]+)/i;
const DEGREE = Math.PI / 180;

const isReadLikeGdal = (written: string) =>
  !MISREAD.test(written) &&
  Math.abs(Number(ANGLE.exec(written)?.[1] ?? DEGREE) - DEGREE) < 1e-9 &&
  isReadable(written);

/**
 * Reads the text of a .prj file; returns null if it's unusable. A registered name takes precedence, unless the text
 * defines another system.
 */
export function systemOfProjection(text: string): CoordinateSystem | null {
  const written = storable(text).trim().replaceAll(/\s+/g, ' ');
  const code = AUTHORITY.exec(written)?.[1];
  const known = code ? systemOfEpsg(Number(code)) : null;
  if (known) return known;
  const named = systemOfName(NAME.exec(written)?.[1] ?? '');
  const isSpelled = isReadLikeGdal(written);
  if (named && (!isSpelled || areSameSystem(named.proj4, written))) return fromRegister(named);
  if (!isSpelled) return null;
  const [, geographic = ''] = GEOGRAPHIC_NAME.exec(written) ?? [];
  const [, datum = ''] = DATUM_NAME.exec(written) ?? [];
  return {
    epsg: null,
    proj4: written,
    base: systemOfName(geographic)?.base ?? baseOfDatum(datum),
  };
}

type Origin = { long0?: number; longc?: number; lat0?: number; from_greenwich?: number };

/** Whether both give the same coordinates, to the meter, at two places where the first is used. */
function areSameSystem(one: string, other: string): boolean {
  const {
    long0 = 0,
    longc = long0,
    lat0 = 0,
    from_greenwich: meridian = 0,
  } = new proj4.Proj(one) as Origin;
  const middle = Math.max(-1.4, Math.min(1.4, lat0));
  return [0.01, -0.02].every((step) => {
    const place = [longc + meridian + step, middle + step].map(
      (radians) => (radians / Math.PI) * 180,
    );
    const at = (system: string) => proj4(UNSHIFTED, system).forward([...place]);
    const [[x = NaN, y = NaN], [east = NaN, north = NaN]] = [at(one), at(other)];
    return Math.hypot(x - east, y - north) < 1;
  });
}

const UNSHIFTED = '+proj=longlat +ellps=WGS84 +no_defs';
