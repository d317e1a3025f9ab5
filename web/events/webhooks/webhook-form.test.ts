import { expect, test } from 'vitest';
import { addressError } from './webhook-dialog.tsx';

const WRONG = 'Enter an address that starts with https:// and contains no password.';

test.each([
  ['', 'Enter an address.'],
  ['example.org/hook', WRONG],
  ['ftp://example.org', WRONG],
  ['https://site:secret@example.org/hook', WRONG],
  [' https://example.org/hook ', null],
])('the address %j gives the error %j', (url, error) => {
  expect(addressError(url)).toBe(error);
});
