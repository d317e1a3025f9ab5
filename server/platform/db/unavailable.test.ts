import pg from 'pg';
import { expect, test } from 'vitest';
import { translateError } from './unavailable.ts';

const answer = (code: string) => Object.assign(new pg.DatabaseError('no', 2, 'error'), { code });

test.each([
  ['a full disk', '53100', 'STORAGE_FULL'],
  ['a server shutting down', '57P01', 'DATABASE_UNAVAILABLE'],
  ['a duplicate', '23505', '23505'],
])('%s (%s) is %s', (_what, state, code) => {
  expect(translateError(answer(state))).toMatchObject({ code });
});
