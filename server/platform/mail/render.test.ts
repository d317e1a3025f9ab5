import { expect, test } from 'vitest';
import { testConfig } from '#test/config.ts';
import { renderMail } from './render.ts';

const BRAND = {
  ...testConfig('/nowhere').brand,
  name: 'Fly & Sons',
  email: 'fly@sons.example',
  phone: '+1 254 555 0142',
  serviceArea: 'Waco',
  color: '#ffe066',
};
const CONTENT = {
  title: 'Week 12 is ready',
  preview: '34 photos',
  paragraphs: [
    'First line\nsecond line',
    { quote: 'one\r\ntwo' },
    { label: 'Week 11', detail: 'Riverside', url: 'https://fly.example/v' },
  ],
  button: { label: 'Open the week', url: 'https://fly.example/w?a=1&b=2' },
  footnote: 'You get this email as a client.',
  unsubscribeUrl: 'https://fly.example/u',
};

test('the text part has everything that the HTML has, with full URLs', () => {
  expect(renderMail(BRAND, CONTENT).text).toBe(
    [
      'Week 12 is ready',
      'First line\nsecond line',
      '> one\n> two',
      'Week 11\nRiverside\nhttps://fly.example/v',
      'Open the week:\nhttps://fly.example/w?a=1&b=2',
      'You get this email as a client.',
      'Unsubscribe:\nhttps://fly.example/u',
      '-- \nFly & Sons · Waco · +1 254 555 0142 · fly@sons.example\n',
    ].join('\n\n'),
  );
});

test('the HTML loads nothing: no pictures, style sheets or scripts', () => {
  const { html } = renderMail(BRAND, CONTENT);
  expect(html).not.toMatch(/<img|<link|<script|url\(|@import/i);
  expect(html).toContain('First line<br>second line');
  expect(html).toContain('one<br>two</blockquote>');
  expect(html).toContain('<a href="https://fly.example/v"');
  expect(html).toContain('<a href="https://fly.example/u"');
  expect(html).toContain('Fly &amp; Sons · Waco');
});

test('all content is escaped', () => {
  const evil = '"><script>alert(1)</script>\'';
  const { html } = renderMail(
    { ...BRAND, name: evil, serviceArea: evil },
    {
      title: evil,
      preview: evil,
      paragraphs: [
        evil,
        { quote: evil },
        { label: evil, detail: evil, url: `https://fly.example/?${evil}` },
      ],
      button: { label: evil, url: `https://fly.example/?${evil}` },
      footnote: evil,
      unsubscribeUrl: `https://fly.example/?${evil}`,
    },
  );
  expect(html).not.toContain('<script');
  expect(html).not.toContain('"">');
});

test.each([
  ['#ffe066', '#000000'],
  ['#3552d0', '#ffffff'],
])('button labels are readable on %s', (color, ink) => {
  const { html } = renderMail({ ...BRAND, color }, CONTENT);
  expect(html).toContain(`background:${color};color:${ink}`);
});

test.each(['javascript:alert(1)', 'data:text/html,x', '/operator'])(
  'a link to %s is refused',
  (url) => {
    const link = { label: 'Open', url, detail: '' };
    for (const changes of [{ button: link }, { paragraphs: [link] }, { unsubscribeUrl: url }]) {
      const content = { ...CONTENT, ...changes };
      expect(() => renderMail(BRAND, content)).toThrow(/Invalid URL|must be http/);
    }
  },
);
