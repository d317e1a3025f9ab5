import { beforeEach, describe, expect, test } from 'vitest';
import { DRIVE_FILE_SCOPE, DRIVE_READ_SCOPE } from '#domain/drive.ts';
import { makePerson, signInAs } from '#test/factories.ts';
import { runDriveSite } from '#test/fixtures/drive-site.ts';
import { giveConsent } from '#test/fixtures/google/google.ts';
import { jpegPhoto } from '#test/fixtures/photos.ts';

const drive = runDriveSite();
const api = () => drive.site.as(drive.operator).drive;
const grants = () => drive.site.rows.selectFrom('auth.driveGrants').selectAll().execute();
const back = (to: URL, cookie = drive.operator.cookie) =>
  drive.site.inject({ url: to.pathname + to.search, headers: { cookie } });
const HOUR_MS = 3_600_000;

beforeEach(async () => {
  await drive.site.change('delete from auth.drive_grants');
});

test('an account is connected, used, and disconnected here and at Google', async () => {
  expect(await drive.connect()).toBe('/operator/settings/drive?drive=connected');
  expect((await api().status()).connection).toMatchObject({
    kind: 'account',
    email: 'flights@overfly.example',
    name: 'Flight Crew',
    scopes: [DRIVE_READ_SCOPE, DRIVE_FILE_SCOPE],
    canSave: true,
    connectedBy: 'Test operator',
    expired: false,
  });
  expect(await api().disconnect()).toEqual({ revoked: true });
  expect(drive.google.oauth.refreshTokens.size).toBe(0);
  expect((await api().status()).connection).toBeNull();
});

test('no token appears in plain text in the database, a response or the audit log', async () => {
  await drive.connect();
  const { refreshTokens, access } = drive.google.oauth;
  const tokens = [...refreshTokens.keys(), ...access.keys()];
  expect(tokens.length).toBeGreaterThan(1);
  const log = await drive.site.rows.selectFrom('auditLog').selectAll().execute();
  const everything = JSON.stringify([await grants(), await api().status(), log]);
  expect(tokens.filter((token) => everything.includes(token))).toEqual([]);
  expect(log.map(({ action }) => action)).toContain('drive.connected');
});

test.each([
  ['deny', 'denied', 0],
  ['without-reading', 'scope-missing', 0],
  ['without-saving', 'connected', 1],
] as const)('the consent answer %s ends with %s', async (answer, outcome, count) => {
  expect(await drive.connect(answer)).toBe(`/operator/settings/drive?drive=${outcome}`);
  expect(await grants()).toHaveLength(count);
  const { connection } = await api().status();
  expect(connection?.canSave ?? false).toBe(false);
});

describe('an answer from Google', () => {
  test('is accepted once', async () => {
    const { url } = await api().connect({ next: '/operator/content?tab=drive#top' });
    const answer = await giveConsent(url);
    const page = '/operator/content?tab=drive&drive=connected#top';
    expect((await back(answer)).headers.location).toBe(page);
    expect((await back(answer)).headers.location).toBe('/operator/settings/drive?drive=failed');
  });

  test('is accepted once when it arrives twice at the same time', async () => {
    const { url } = await api().connect({ next: '/operator/settings/drive' });
    const answer = await giveConsent(url);
    const answers = await Promise.all([back(answer), back(answer), back(answer)]);
    const pages = answers.map(({ headers }) => String(headers.location).split('=').at(-1));
    expect(pages.filter((page) => page === 'connected')).toHaveLength(1);
  });

  test('is accepted only in the session that requested it', async () => {
    const { url } = await api().connect({ next: '/operator/settings/drive' });
    const answer = await giveConsent(url);
    const other = await signInAs(drive.site.ctx, drive.operator.email);
    expect((await back(answer, other)).headers.location).toBe(
      '/operator/settings/drive?drive=failed',
    );
    expect(await grants()).toEqual([]);
  });

  test('is refused after ten minutes', async () => {
    const { url } = await api().connect({ next: '/operator/settings/drive' });
    const answer = await giveConsent(url);
    drive.site.clock.advance(HOUR_MS / 6);
    expect((await back(answer)).headers.location).toBe('/operator/settings/drive?drive=failed');
  });

  test('connects nothing when Google no longer knows it', async () => {
    drive.google.fail('accessNotConfigured', { of: '/drive/v3/about' });
    expect(await drive.connect()).toBe('/operator/settings/drive?drive=failed');
    expect(await grants()).toEqual([]);
  });
});

test("can't redirect to another site", async () => {
  const { url } = await api().connect({ next: '/.//evil.example' });
  const { location } = (await back(await giveConsent(url))).headers;
  expect(location).toBe('/evil.example?drive=connected');
  for (const next of [
    '//evil.example',
    '/\\evil.example',
    'https://evil.example',
    '/\t/evil.example',
  ])
    await expect(api().connect({ next })).rejects.toMatchObject({ code: 'INVALID_INPUT' });
});

test('access revoked at Google requires a new connection', async () => {
  await drive.connect();
  drive.google.oauth.revokeAll();
  await expect(api().recent({})).rejects.toMatchObject({ code: 'DRIVE_EXPIRED' });
  expect((await api().status()).connection?.expired).toBe(true);
  const before = drive.google.requests.length;
  await expect(api().recent({})).rejects.toMatchObject({ code: 'DRIVE_EXPIRED' });
  expect(drive.google.requests).toHaveLength(before);
  await drive.connect();
  expect((await api().recent({})).files).toEqual([]);
});

test("an account is disconnected here even when Google doesn't respond", async () => {
  await drive.connect();
  drive.google.fail('no-answer', { of: '/revoke', times: 9 });
  expect(await api().disconnect()).toEqual({ revoked: false });
  expect(await grants()).toEqual([]);
});

test("files created here can be shared and unshared, files of others can't", async () => {
  await drive.connect();
  const ours = drive.google.items.add({ isOurs: true });
  const theirs = drive.google.items.add();
  const ofOurs = { driveFileId: ours.id };
  expect(await api().makePublic(ofOurs)).toMatchObject({ isPublic: true, canChange: true });
  expect(await api().makePrivate(ofOurs)).toMatchObject({ isPublic: false });
  expect(await api().makePrivate(ofOurs)).toMatchObject({ isPublic: false });
  const ofTheirs = { driveFileId: theirs.id };
  expect(await api().getSharing(ofTheirs)).toMatchObject({ isPublic: false, canChange: false });
  await expect(api().makePublic(ofTheirs)).rejects.toMatchObject({ code: 'DRIVE_SCOPE_MISSING' });
});

test('staff get thumbnails through this site', async () => {
  await drive.connect();
  const item = drive.google.items.add({ content: await jpegPhoto(), hasThumbnail: true });
  const url = `/api/operator/drive/thumbnails/${item.id}`;
  const { cookie } = drive.operator;
  const picture = await drive.site.inject({ url, headers: { cookie } });
  expect(picture.headers).toMatchObject({
    'content-type': 'image/jpeg',
    'cache-control': 'private, max-age=1800',
  });
  const client = await makePerson(drive.site.ctx, 'client');
  const refused = await drive.site.inject({ url, headers: { cookie: client.cookie } });
  expect(refused.statusCode).toBe(403);
});
