import { expect, test } from 'vitest';
import { answerText } from './webhook-log.tsx';

test.each([
  [{ status: 500, error: null }, 'Status 500'],
  [{ status: 302, error: null }, 'Status 302: redirects are not followed'],
  [{ status: 304, error: null }, 'Status 304'],
  [{ status: null, error: 'No response within 10 seconds.' }, 'No response within 10 seconds.'],
])('a try with %j says %j', (tried, said) => {
  expect(answerText(tried)).toBe(said);
});
