import sharp from 'sharp';
import { expect, test } from 'vitest';
import type { PictureUse } from '#domain/site-pictures.ts';
import { makePerson } from '#test/factories.ts';
import { runSite } from '#test/site.ts';
import { sweepPictures } from './pictures.ts';

const site = runSite();

const svg = (content: string, attributes = 'viewBox="0 0 100 20"') =>
  `<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" ${attributes}>${content}</svg>`;
const blank = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 4, background: '#ff000080' } });
/** A valid PNG that claims to be larger. */
async function inflated(side: number) {
  const png = await blank(10, 10).png().toBuffer();
  png.writeUInt32BE(side, 16);
  png.writeUInt32BE(side, 20);
  return png;
}

const fileOf = (content: string | Uint8Array) =>
  new File([new Uint8Array(Buffer.from(content))], 'x', { type: 'application/octet-stream' });

async function upload(content: string | Uint8Array, use: PictureUse = 'logo') {
  const api = site.as(await makePerson(site.ctx, 'admin')).settings;
  return api.addPicture({ query: { use }, body: fileOf(content) });
}

test('an SVG with a script becomes a PNG, public and cached forever', async () => {
  const { path } = await upload(svg('<script>alert(1)</script><rect width="50" height="20"/>'));
  expect(path).toMatch(/^\/brand\/[\da-f]{32}-512x102\.png$/);
  const { headers, rawPayload } = await site.inject({ url: path });
  expect(headers).toMatchObject({
    'content-type': 'image/png',
    'cache-control': 'public, max-age=31536000, immutable',
  });
  expect(await sharp(rawPayload).metadata()).toMatchObject({ format: 'png', hasAlpha: true });
});

test('pictures are reduced but never enlarged', async () => {
  const png = await blank(1000, 300).png().toBuffer();
  expect((await upload(png)).path).toContain('-512x154.png');
  expect((await upload(png, 'photo')).path).toContain('-1000x300.webp');
});

const BILLION_LAUGHS = `<!DOCTYPE svg [<!ENTITY a "ha">${[...'bcdefghij']
  .map((name, at) => `<!ENTITY ${name} "${`&${'abcdefghi'[at]};`.repeat(10)}">`)
  .join('')}]>${svg('<text>&j;</text>')}`;

test.each([
  ['not a picture', 'hello', 'FILE_TYPE_NOT_SUPPORTED', 'not an SVG, PNG, JPEG or WebP picture'],
  [
    'a picture of another type',
    blank(9, 9).gif().toBuffer(),
    'FILE_TYPE_NOT_SUPPORTED',
    'not an SVG',
  ],
  [
    'a damaged SVG',
    '<svg xmlns="http://www.w3.org/2000/svg"><rect',
    'FILE_DAMAGED',
    'it cannot be read',
  ],
  [
    'a huge SVG',
    svg('', 'width="100000" height="100000"'),
    'PICTURE_TOO_LARGE',
    '10000 megapixels',
  ],
  ['a PNG that is huge when decoded', inflated(30_000), 'PICTURE_TOO_LARGE', '900 megapixels'],
  ['an SVG with entities that multiply', BILLION_LAUGHS, 'FILE_DAMAGED', ''],
  [
    'an external picture',
    svg('<image xlink:href="file:///etc/x.png"/>'),
    'FILE_TYPE_NOT_SUPPORTED',
    'other files',
  ],
  [
    'an external style',
    svg('<style>@import "x.css"</style>'),
    'FILE_TYPE_NOT_SUPPORTED',
    'other files',
  ],
  ['more than 1 MB', new Uint8Array(1024 ** 2 + 1), 'FILE_TOO_LARGE', 'The limit is 1 MB.'],
])('rejects %s', async (_name, content, code, message) => {
  await expect(upload(await content)).rejects.toMatchObject({
    code,
    message: expect.stringContaining(message),
  });
});

async function saveLogo(path: string) {
  const api = site.as(await makePerson(site.ctx, 'admin')).settings;
  const { version } = await api.get({ section: 'business' });
  await api.save({ section: 'business', version, values: { BRAND_LOGO_URL: path } });
}

test('the icons are made from the logo, on a background that it can be seen on', async () => {
  await saveLogo((await upload(svg('<rect width="100" height="20" fill="#fff"/>'))).path);
  const manifest: unknown = (await site.inject({ url: '/site.webmanifest' })).json();
  const [icon] = (manifest as { icons: { src: string; sizes: string }[] }).icons;
  expect(icon).toMatchObject({
    sizes: '192x192',
    src: expect.stringMatching(/^\/brand\/.*-icon192/),
  });
  const { rawPayload } = await site.inject({ url: icon?.src ?? '' });
  const { data, info } = await sharp(rawPayload).raw().toBuffer({ resolveWithObject: true });
  expect(info).toMatchObject({ width: 192, height: 192, channels: 3 });
  expect([...data.subarray(0, 3)]).toEqual([0x16, 0x19, 0x1f]);
  expect(
    (await site.inject({ url: icon?.src.replace('icon192', 'icon193') ?? '' })).statusCode,
  ).toBe(404);
});

test('a picture that no setting names is removed after a day', async () => {
  const kept = await upload(svg('<rect/>'));
  const unused = await upload(svg('<g/>', 'width="3" height="3"'));
  await saveLogo(kept.path);
  site.clock.advance(25 * 3_600_000);
  await sweepPictures(site.ctx);
  const statusOf = async (url: string) => (await site.inject({ url })).statusCode;
  expect([await statusOf(kept.path), await statusOf(unused.path)]).toEqual([200, 404]);
});
