import pg from 'pg';
import { expect, test } from 'vitest';
import { columnTypes } from './columns.ts';

const { TIMESTAMPTZ } = pg.types.builtins;

test.each([
  '2026-11-20 16:33:09+00',
  '2026-11-20 16:33:09.601234+00',
  '2026-11-20 16:33:09.601+05:30',
  '1999-12-31 23:59:59.999-08',
  '10000-01-01 00:00:00+00',
  '0044-03-15 12:00:00+00 BC',
  'infinity',
])('reads the timestamp %s as pg does', (text) => {
  const parse = columnTypes.getTypeParser(TIMESTAMPTZ);
  const expected: unknown = pg.types.getTypeParser(TIMESTAMPTZ)(text);
  expect(parse(text)).toEqual(expected);
});
