import { expect, test } from 'vitest';
import { answerText } from './webhook-log.tsx';

test.each([
  [{ status: 500, error: null }, 'Status 500'],
  [{ status: 302, error: null }, 'Status 302: redirects are not followed'],
  [{ status: 304, error: null }, 'Status 304'],
  [{ status: null, error: 'No answer within 10 seconds.' }, 'No answer within 10 seconds.'],
])('an attempt with %j shows %j', (tried, text) => {
  expect(answerText(tried)).toBe(text);
});
