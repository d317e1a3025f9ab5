import Fastify from 'fastify';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { testConfig } from '#test/config.ts';
import { siteFilesPlugin } from './site-files.ts';

let app = Fastify();
beforeEach(async () => {
  app = Fastify();
  const config = testConfig('/nowhere', { publicUrl: 'https://photos.example?a&b' });
  await app.register(siteFilesPlugin({ config }));
});
afterEach(() => app.close());

const get = async (url: string) => (await app.inject({ method: 'GET', url })).body;

test('search engines get the public pages and are kept off the others', async () => {
  const robots = await get('/robots.txt');
  expect(robots).toContain('Disallow: /operator\n');
  expect(robots).toContain('Disallow: /shared/\n');
  expect(robots).not.toContain('Disallow: /\n');
  const sitemap = await get('/sitemap.xml');
  expect(sitemap).toContain('<loc>https://photos.example?a&amp;b/portal-demo</loc>');
  expect(sitemap.match(/<loc>/g)).toHaveLength(3);
});

test.each(['/robots.txt', '/sitemap.xml'])('%s is not cached', async (url) => {
  const { headers } = await app.inject({ method: 'GET', url });
  expect(headers['cache-control']).toBe('no-cache');
});

test("the manifest has the brand's name", async () => {
  expect(JSON.parse(await get('/site.webmanifest'))).toMatchObject({
    name: 'Overfly',
    theme_color: '#3552d0',
  });
});
