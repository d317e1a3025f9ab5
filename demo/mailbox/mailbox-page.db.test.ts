import { randomUUID } from 'node:crypto';
import sharp from 'sharp';
import { afterAll, expect, test } from 'vitest';
import type { Config } from '#server/config.ts';
import { contentIdOf } from '#server/platform/mail/mail-pictures.ts';
import { renderMail } from '#server/platform/mail/render.ts';
import { presetKey } from '#server/platform/storage/storage.ts';
import { jpegPhoto } from '#test/fixtures/photos.ts';
import { openSite } from '#test/site.ts';
import { testConfig } from '#test/config.ts';
import { deliverMails } from '#test/mailbox.ts';

const DEMO = { enabled: true, password: 'overfly-demo-2026' };
const start = (config: Partial<Config>) => openSite({ config });

const product = await start({ demo: DEMO });
afterAll(() => product.close());

const get = (url: string) =>
  product.inject({ method: 'GET', url, headers: { accept: 'text/html' } });

async function queueMail(subject: string): Promise<string> {
  const { ctx } = product;
  const pictureId = randomUUID();
  const webp = sharp(await jpegPhoto()).webp();
  await ctx.storage.put(presetKey(pictureId, 256), await webp.toBuffer());
  const picture = { contentId: contentIdOf(pictureId), alt: '', caption: 'Entrance' };
  const button = { label: 'Confirm', url: 'https://fly.example/confirm?a=1&b=2' };
  const content = { title: subject, preview: '', paragraphs: ['Please confirm.', picture], button };
  await ctx.db.as({ kind: 'system' }, (tx) =>
    ctx.mail.queue(tx, {
      kind: 'test',
      to: 'ada@site.example',
      subject,
      pictureIds: [pictureId],
      ...renderMail(ctx.config.brand, content),
    }),
  );
  await deliverMails(ctx);
  const { rows } = await ctx.db.pool.query<{ name: string }>(
    "select lpad(number::text, 8, '0') || '-' || id as name from mails order by number desc limit 1",
  );
  return rows[0]?.name ?? '';
}

test('emails of the sample site are listed and shown with their links', async () => {
  expect((await get('/dev/mail')).body).toContain('No emails yet.');
  const id = await queueMail('A <b>subject</b>');
  const list = (await get('/dev/mail')).body;
  expect(list).toContain(`<a href="/dev/mail/${id}">A &lt;b&gt;subject&lt;/b&gt;</a>`);
  expect(list).toContain('ada@site.example');
  const page = await get(`/dev/mail/${id}`);
  expect(page.body).toContain('<a href="https://fly.example/confirm?a=1&amp;b=2">');
  expect(page.body).toContain(`src="/dev/mail/${id}/html"`);
  const shown = await get(`/dev/mail/${id}/html`);
  expect(shown.body).toContain('<base target="_top">');
  expect(shown.body).toContain('<img src="data:image/jpeg;base64,');
  expect(shown.headers['content-security-policy']).toMatch(
    /default-src 'none'; img-src data:;.*sandbox/,
  );
  expect(shown.headers['content-security-policy']).not.toMatch(/script-src|allow-same-origin/);
});

test.each(['none', '..%2Fsecret-key', `00000009-${crypto.randomUUID()}`])(
  '/dev/mail/%s is not found',
  async (name) => {
    const url = `/dev/mail/${name}`;
    expect((await get(url)).statusCode).toBe(404);
    expect((await get(`${url}/html`)).statusCode).toBe(404);
  },
);

test.each<[string, Partial<Config>]>([
  ['without the sample site', { demo: { ...DEMO, enabled: false } }],
  [
    'with a mail server',
    { demo: DEMO, mail: { ...testConfig('').mail, smtpUrl: 'smtp://127.0.0.1:9' } },
  ],
])('nobody reads emails %s', async (_name, config) => {
  const other = await start(config);
  const { statusCode } = await other.inject({ method: 'GET', url: '/dev/mail' });
  await other.close();
  expect(statusCode).toBe(404);
});

const ELSEWHERE = { url: '/dev/mail', remoteAddress: '192.0.2.7' };
const basic = (password: string) => ({
  authorization: `Basic ${Buffer.from(`anyone:${password}`).toString('base64')}`,
});

test('nobody reads emails remotely with the published password', async () => {
  for (const path of ['', '/none', '/none/html']) {
    const url = `/dev/mail${path}`;
    const answer = await product.inject({ ...ELSEWHERE, url, headers: basic(DEMO.password) });
    expect(answer.statusCode).toBe(404);
  }
});

test("emails can be read remotely with the operator's own password", async () => {
  const password = 'drei Kräne: am Morgen';
  const other = await start({ demo: { enabled: true, password } });
  const read = async (headers = {}) => {
    const answer = await other.inject({ ...ELSEWHERE, headers });
    return [answer.statusCode, answer.headers['www-authenticate']?.slice(0, 5)];
  };
  try {
    expect(await read()).toEqual([401, 'Basic']);
    expect(await read(basic('three cranes'))).toEqual([401, 'Basic']);
    expect(await read(basic(password))).toEqual([200, undefined]);
    for (let guess = 1; guess < 20; guess++) await read(basic('three cranes'));
    expect(await read(basic(password))).toEqual([429, undefined]);
    expect((await other.inject({ url: '/dev/mail' })).statusCode).toBe(200);
  } finally {
    await other.close();
  }
});
