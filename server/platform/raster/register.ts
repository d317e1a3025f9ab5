import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Version of the positioning rules; increasing it repositions all existing maps. */
export const POSITIONING_VERSION = 1;

export type Shift = {
  /** Degrees. West is greater than east across the date line. */
  west: number;
  south: number;
  east: number;
  north: number;
  /** Meters. */
  accuracy: number;
  /** Degrees east of Greenwich; null if the shift uses the system's own prime meridian. */
  meridian: string | null;
  /** For proj4: meters, arc seconds, parts per million (EPSG method 9606). */
  towgs84: readonly number[];
};

export type RegisteredSystem = { code: number; base: number; proj4: string };

function tableOf(name: string, keysOf: (fields: readonly string[]) => readonly string[]) {
  let rows: Map<string, readonly string[]> | undefined;
  return (key: string) => {
    if (!rows) {
      rows = new Map();
      const text = readFileSync(join(import.meta.dirname, 'coordinate-systems', name), 'utf8');
      for (const line of text.trim().split('\n')) {
        const fields = line.split('\t');
        // For duplicate names, the first has the lowest code, which is the original rather than a variant.
        for (const each of keysOf(fields)) if (!rows.has(each)) rows.set(each, fields);
      }
    }
    return rows.get(key);
  };
}

/** Matches "Amersfoort / RD New", "RD_New" and "Amersfoort_RD_New". */
const nameKey = (name: string) => `=${name.toLowerCase().replaceAll(/[^a-z0-9]/g, '')}`;
const nameKeys = (names: readonly string[]) => names.filter(Boolean).map(nameKey);

const systems = tableOf('systems.tsv', ([code = '', , , ...names]) => [code, ...nameKeys(names)]);
const datums = tableOf('datums.tsv', ([base = '', datum = '', name = '', esri = '']) => [
  base,
  `datum ${datum}`,
  ...nameKeys([name, esri]),
]);

function systemAt(key: string): RegisteredSystem | null {
  const [code, base, proj4] = systems(key) ?? [];
  return code && base && proj4 ? { code: Number(code), base: Number(base), proj4 } : null;
}

export const systemOfCode = (code: number) => systemAt(String(code));
export const systemOfName = (name: string) => systemAt(nameKey(name));

const baseAt = (key: string) => {
  const base = datums(key)?.[0];
  return base === undefined ? null : Number(base);
};

/** The geographic system of a datum, given its code or its name in .prj files ("D_Amersfoort"). */
export const baseOfDatum = (datum: number | string): number | null =>
  baseAt(typeof datum === 'number' ? `datum ${datum}` : nameKey(datum));

/** Shifts to WGS 84 in PROJ's order of preference; empty if none is known. */
export const shiftsOf = (base: number): Shift[] =>
  (datums(String(base))?.[4] ?? '')
    .split(';')
    .filter(Boolean)
    .map((text) => {
      const fields = text.split(' ');
      const [west = 0, south = 0, east = 0, north = 0, accuracy = 0] = fields.map(Number);
      const [, , , , , meridian = '-', ...towgs84] = fields;
      const own = meridian === '-' ? null : meridian;
      return { west, south, east, north, accuracy, meridian: own, towgs84: towgs84.map(Number) };
    });
