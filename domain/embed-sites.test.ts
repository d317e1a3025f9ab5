import { expect, test } from 'vitest';
import { embedCode, EmbedSites } from './embed-sites.ts';

test('a site is kept as its origin, once', () => {
  const typed = [
    'www.example.com',
    'https://WWW.example.com/progress?x=1',
    'https://a.example:8443/',
  ];
  expect(EmbedSites.parse(typed)).toEqual(['https://www.example.com', 'https://a.example:8443']);
});

test.each([
  'http://example.com',
  '*',
  'https://*.example.com',
  "'self'",
  'localhost',
  'https://u:p@a.example',
])('%s is refused in words', (typed) => {
  expect(EmbedSites.safeParse([typed]).error?.issues[0]?.message).toContain('Enter one like');
});

test('a title takes no part in the code of a frame', () => {
  expect(embedCode('https://o.example/shared/t', '"><script>')).toContain(
    'title="&quot;><script>"',
  );
});
