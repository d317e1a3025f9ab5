import { expect, test } from 'vitest';
import { testConfig } from '#test/config.ts';
import { brandedPage } from './branded-page.ts';

const BRAND = {
  ...testConfig('/nowhere').brand,
  name: `O'Brien & "Sons" </script>$&`,
  email: 'fly@obrien.example',
  color: '#123456',
};
const PAGE = `<head><meta
      name="brand"
      content='{"name":"Overfly"}'
    /><title>{{brand.name}}</title></head><a href="mailto:{{brand.email}}">{{other}}</a>`;

const metaOf = (html: string) => /content='([^']*)'/.exec(html)?.[1] ?? '';

test('the brand is embedded as JSON that cannot end its attribute', () => {
  const meta = metaOf(brandedPage(PAGE, BRAND));
  expect(JSON.parse(meta)).toEqual(BRAND);
  expect(meta).not.toMatch(/[<>&']/);
});

test('placeholders become the escaped brand values, and unknown ones stay', () => {
  const html = brandedPage(PAGE, BRAND);
  expect(html).toContain('<title>O&#39;Brien &amp; &quot;Sons&quot; &lt;/script&gt;$&amp;</title>');
  expect(html).toContain('<a href="mailto:fly@obrien.example">{{other}}</a>');
});

test('colors and icons follow the brand', () => {
  const logoUrl = `/brand/${'a'.repeat(32)}-512x128.png`;
  const html = brandedPage('<!--brand-->?v={{brand.version}}', { ...BRAND, logoUrl });
  expect(html).toContain('--filled-light:#123456;');
  expect(html).toContain('<meta name="theme-color" content="#123456">');
  expect(html).toContain(`<link rel="icon" href="/brand/${'a'.repeat(32)}-icon48.png">`);
  expect(html).toMatch(/\?v=[\da-f]{8}$/);
});
