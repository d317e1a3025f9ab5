import { expect, test } from 'vitest';
import { embedCode, EmbedSites } from './embed-sites.ts';

test('stores each site once, as its origin', () => {
  const typed = [
    'www.example.com',
    'https://WWW.example.com/progress?x=1',
    'https://a.example:8443/',
    'münchen.example',
  ];
  expect(EmbedSites.parse(typed)).toEqual([
    'https://www.example.com',
    'https://a.example:8443',
    'https://xn--mnchen-3ya.example',
  ]);
});

test.each([
  'http://example.com',
  '*',
  'https://*.example.com',
  "'self'",
  'localhost',
  'https://u:p@a.example',
  'https://a.example;script-src',
  'https://a.example,b.example',
  "https://'none'.example",
  'https://a$b.example',
  'https://a_b.example',
  'https://-a.example',
  'https://a.example.',
  'https://10.0.0.5',
  'https://[2001:db8::1]',
  `https://${'a'.repeat(64)}.example`,
])('rejects %s with a message', (typed) => {
  expect(EmbedSites.safeParse([typed]).error?.issues[0]?.message).toContain('Enter one like');
});

test('the embed code escapes its title and URL', () => {
  expect(embedCode('https://o.example/shared/t?"', '"><script>')).toContain(
    'src="https://o.example/shared/t?&quot;" title="&quot;&gt;&lt;script&gt;"',
  );
});
