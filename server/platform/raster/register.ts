import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Version of the rules that say where a map is: one more has the maps of older rules placed again. */
export const PLACED_WITH = 1;

/** How a datum relates to WGS 84 within an area. */
export type Shift = {
  /** Degrees. Across the date line west is greater than east. */
  west: number;
  south: number;
  east: number;
  north: number;
  /** Meters, as the register states it. */
  accuracy: number;
  /** Degrees east of Greenwich, where the transformation has another prime meridian than the system. */
  meridian: string | null;
  /** As proj4 reads it: shifts in meters, turns in seconds, scale in parts per million (EPSG method 9606). */
  towgs84: readonly number[];
};

/** A system of the registers of EPSG and Esri; `base` is the code of its geographic system. */
export type RegisteredSystem = { code: number; base: number; proj4: string };

/** The fields of the lines of a table that scripts/generate-coordinate-systems.py wrote, by several keys. */
function tableOf(name: string, keysOf: (fields: readonly string[]) => readonly string[]) {
  let rows: Map<string, readonly string[]> | undefined;
  return (key: string) => {
    if (!rows) {
      rows = new Map();
      const text = readFileSync(join(import.meta.dirname, 'coordinate-systems', name), 'utf8');
      for (const line of text.trim().split('\n')) {
        const fields = line.split('\t');
        // The first of several of a name has the lowest code: the one in use before its variants.
        for (const each of keysOf(fields)) if (!rows.has(each)) rows.set(each, fields);
      }
    }
    return rows.get(key);
  };
}

/** Systems are spelled "Amersfoort / RD New", "RD_New" or "Amersfoort_RD_New". */
const nameKey = (name: string) => `=${name.toLowerCase().replaceAll(/[^a-z0-9]/g, '')}`;
const namesKeys = (names: readonly string[]) => names.filter(Boolean).map(nameKey);

const systems = tableOf('systems.tsv', ([code = '', , , ...names]) => [code, ...namesKeys(names)]);
const datums = tableOf('datums.tsv', ([base = '', datum = '', name = '', esri = '']) => [
  base,
  `datum ${datum}`,
  ...namesKeys([name, esri]),
]);

function systemAt(key: string): RegisteredSystem | null {
  const [code, base, proj4] = systems(key) ?? [];
  return code && base && proj4 ? { code: Number(code), base: Number(base), proj4 } : null;
}

export const systemOfCode = (code: number) => systemAt(String(code));
/** By its name in either register, however it is punctuated. */
export const systemOfName = (name: string) => systemAt(nameKey(name));

const baseAt = (key: string) => {
  const base = datums(key)?.[0];
  return base === undefined ? null : Number(base);
};

/** The code of a geographic system with that datum, named by its code or as .prj files do ("D_Amersfoort"). */
export const baseOfDatum = (datum: number | string): number | null =>
  baseAt(typeof datum === 'number' ? `datum ${datum}` : nameKey(datum));

/** How a geographic system may be shifted to WGS 84, in the order that PROJ prefers; empty where nobody knows. */
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
