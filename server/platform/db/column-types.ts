import pg from 'pg';

type Parse = (text: string) => unknown;

/** By type oid (pg_type): int8 is a number, dates without a zone stay the text that they are. */
const PARSERS = new Map<number, Parse>([
  [20, Number], // int8
  [1016, (text) => text.slice(1, -1).split(',').filter(Boolean).map(parseInt8)], // int8[]
  [1082, String], // date, 'YYYY-MM-DD'
  [1114, String], // timestamp without time zone: a wall clock, of no place in particular
  [1184, parseTimestamp], // timestamptz
]);
const parseAnyTimestamp = pg.types.getTypeParser(pg.types.builtins.TIMESTAMPTZ) as Parse;

function parseInt8(text: string): number | null {
  return text === 'NULL' ? null : Number(text);
}

/** The usual text, '2026-11-20 16:33:09.601+00', in a form that Date reads three times as fast. */
function parseTimestamp(text: string): unknown {
  if (text[10] !== ' ' || !text.endsWith('+00')) return parseAnyTimestamp(text);
  return new Date(`${text.slice(0, 10)}T${text.slice(11, -3)}Z`);
}

/** How values become JavaScript: as pg does it (timestamptz a Date), but for the types above. */
export const columnTypes: pg.CustomTypesConfig = {
  getTypeParser(oid, format): Parse {
    const own = format === 'binary' ? undefined : PARSERS.get(oid);
    return own ?? (pg.types.getTypeParser(oid, format) as Parse);
  },
};
