import { expect, onTestFinished, test } from 'vitest';
import type { SettingsPage, SettingsSection } from '#domain/settings.ts';
import { createContext } from '#server/context.ts';
import { makePerson } from '#test/factories.ts';
import { openSite, runSite } from '#test/site.ts';
import { startWebhookReceiver } from '#test/webhook-receiver.ts';

const site = runSite({ config: { environment: { BRAND_PHONE: '+1 512 555 0100' } } });
const settings = async () => site.as(await makePerson(site.ctx, 'admin')).settings;
const fieldIn = ({ fields }: SettingsPage, wanted: string) =>
  fields.find(({ name }) => name === wanted);

async function save(section: SettingsSection, values: Record<string, string | null>) {
  const api = await settings();
  const { version } = await api.get({ section });
  return api.save({ section, version, values });
}

test('a saved setting applies at once in every process, and resetting it restores the default', async () => {
  const { ctx } = site;
  const other = await createContext({ ...ctx.config }, { db: ctx.db });
  const saved = await save('business', { BRAND_NAME: 'Lone Star Aerials' });
  expect(fieldIn(saved, 'BRAND_NAME')).toMatchObject({ source: 'saved', problem: null });
  expect(ctx.config.brand.name).toBe('Lone Star Aerials');
  await expect.poll(() => other.config.brand.name).toBe('Lone Star Aerials');
  const page = await site.inject({ url: '/site.webmanifest' });
  expect(page.json()).toMatchObject({ name: 'Lone Star Aerials' });
  await save('business', { BRAND_NAME: null });
  expect(ctx.config.brand.name).toBe('Overfly');
});

test('the public site shows a saved text at once, or leads to sign-in', async () => {
  const start = () => site.inject({ url: '/' });
  await save('site', { SITE_HEADLINE: 'Roofs from above' });
  expect((await start()).body).toContain('>Roofs from above</h1>');
  await save('site', { SITE_HEADLINE: null, SITE_LANDING: 'sign-in' });
  expect((await start()).headers.location).toBe('/auth');
  expect((await site.inject({ url: '/sitemap.xml' })).body).not.toContain('<loc>');
  await save('site', { SITE_LANDING: null });
  expect((await start()).body).toContain('week by week.</h1>');
});

test('an environment variable wins and cannot be changed', async () => {
  const page = await (await settings()).get({ section: 'business' });
  expect(fieldIn(page, 'BRAND_PHONE')).toMatchObject({
    source: 'server',
    value: '+1 512 555 0100',
  });
  await expect(save('business', { BRAND_PHONE: '1' })).rejects.toMatchObject({
    code: 'SETTING_ON_SERVER',
  });
});

test.each([
  ['business', { BRAND_COLOR: 'blue' }, 'Accent Color: must look like #3552d0.'],
  ['storage', { BIN_DAYS: '-1' }, 'Days in the Trash'],
  ['map', { BASE_MAP_URL: 'https://tiles.example.com/' }, 'Tile URL'],
  ['sign-in', { OIDC_CLIENT_ID: 'overfly' }, 'Issuer: is required'],
  ['site', { SITE_HIDDEN_SECTIONS: 'faq,contact' }, 'Hidden Sections: must be names of sections'],
  ['site', { SITE_FAQ: 'Why?' }, 'FAQ: must have a line such as title | text'],
  ['site', { SITE_PICTURE_HERO_AFTER: '/x.webp' }, 'Before Photo, After Photo: set both or'],
  ['business', { BIN_DAYS: '3' }, ''],
] as const)('%s: rejects %o', async (section, values, message) => {
  await expect(save(section, values)).rejects.toMatchObject({
    code: 'INVALID_INPUT',
    message: expect.stringContaining(message),
  });
});

test('only the first of two admins who save at once succeeds', async () => {
  const api = await settings();
  const { version } = await api.get({ section: 'storage' });
  const attempts = ['7', '8'].map((days) =>
    api.save({ section: 'storage', version, values: { BIN_DAYS: days } }),
  );
  const results = await Promise.allSettled(attempts);
  expect(results.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
  expect(results.find(({ status }) => status === 'rejected')).toMatchObject({
    reason: { code: 'SETTINGS_CHANGED' },
  });
});

test('a secret is encrypted, never returned or logged, and asked for again with another key', async () => {
  const saved = await save('drive', { GOOGLE_CLIENT_ID: 'id', GOOGLE_CLIENT_SECRET: 'hunter2' });
  expect(fieldIn(saved, 'GOOGLE_CLIENT_SECRET')).toMatchObject({ value: null, isSet: true });
  expect(site.ctx.config.drive.client).toEqual({ id: 'id', secret: 'hunter2' });
  const rows = await site.rows.selectFrom('settings').selectAll().execute();
  const log = await site.rows
    .selectFrom('auditLog')
    .select('detail')
    .where('action', '=', 'settings.changed')
    .execute();
  expect(JSON.stringify([rows, log])).not.toContain('hunter2');
  expect(JSON.stringify(log)).toContain('"GOOGLE_CLIENT_SECRET":"changed"');
  await site.change(`update settings set value = 'c2VhbGVk' where name = 'GOOGLE_CLIENT_SECRET'`);
  await site.ctx.settings.load();
  expect(site.ctx.config.drive.client).toBeNull();
  const page = await (await settings()).get({ section: 'drive' });
  expect(fieldIn(page, 'GOOGLE_CLIENT_SECRET')?.problem).toContain('Enter it again');
});

test('another secret key keeps everything but the secrets, which are asked for again', async () => {
  const provider = await startWebhookReceiver();
  const issuer = provider.url;
  provider.answer(200, JSON.stringify({ issuer }), { 'content-type': 'application/json' });
  await save('sign-in', { OIDC_ISSUER: issuer, OIDC_CLIENT_ID: 'id', OIDC_CLIENT_SECRET: 'a' });
  await save('business', { BRAND_NAME: 'Lone Star Aerials' });
  await save('email', { MAIL_REPLY_TO: 'office@site.example' });
  await provider.close();

  const secretKey = 'another secret key of at least 32 characters';
  const db = { ...site.ctx.db, close: async () => {} };
  const restarted = await openSite({ config: { secretKey }, db });
  onTestFinished(() => restarted.close());
  expect(restarted.ctx.config).toMatchObject({
    oidc: null,
    brand: { name: 'Lone Star Aerials' },
    mail: { replyTo: 'office@site.example' },
  });
  const admin = restarted.as(await makePerson(restarted.ctx, 'admin'));
  const { attention } = await admin.overview.staff();
  expect(attention.unreadableSettings).toContainEqual({
    label: 'Client Secret',
    section: 'sign-in',
    sectionLabel: 'Sign-in',
  });
  const { version } = await admin.settings.get({ section: 'storage' });
  await admin.settings.save({ section: 'storage', version, values: { BIN_DAYS: '9' } });
  expect(restarted.ctx.config).toMatchObject({ binDays: 9, oidc: null });
  const signIn = await admin.settings.get({ section: 'sign-in' });
  expect(fieldIn(signIn, 'OIDC_CLIENT_SECRET')?.problem).toContain('Enter it again');
  const reset = { OIDC_ISSUER: null, OIDC_CLIENT_ID: null, OIDC_CLIENT_SECRET: null };
  await save('sign-in', reset);
  expect((await admin.overview.staff()).attention.unreadableSettings).not.toContainEqual(
    expect.objectContaining({ section: 'sign-in' }),
  );
});

test('settings of a newer version are ignored, and the others still apply', async () => {
  await save('storage', { MESSAGE_DAYS: '90' });
  await site.change(`insert into settings (name, value, changed_at) values
    ('HOLOGRAMS', 'on', now()), ('STAFF_TWO_FACTOR', 'passkey', now())`);
  await site.ctx.settings.load();
  expect(site.ctx.config).toMatchObject({ messageDays: 90, staffTwoFactor: 'optional' });
  const page = await (await settings()).get({ section: 'sign-in' });
  expect(fieldIn(page, 'STAFF_TWO_FACTOR')?.problem).not.toBeNull();
  await site.change(`delete from settings where name in ('HOLOGRAMS', 'STAFF_TWO_FACTOR')`);
});

test('a mail server that does not answer is not saved, and a test email shows why', async () => {
  await expect(save('email', { SMTP_HOST: '127.0.0.1', SMTP_PORT: '9' })).rejects.toMatchObject({
    code: 'SETTING_FAILED',
    message: 'Could not connect to the mail server. Check its name and port.',
  });
  expect(await (await settings()).sendTestEmail({ to: 'ada@site.example' })).toEqual({
    isAccepted: false,
    answer: 'No mail server is set up.',
  });
});
