import { expect, onTestFinished, test } from 'vitest';
import { runDriveSite } from '#test/fixtures/drive-site.ts';
import { FakeGoogle } from '#test/fixtures/google/google.ts';

const drive = runDriveSite('service-account');
const api = () => drive.site.as(drive.operator).drive;

test('a service account works without connecting an account', async () => {
  drive.google.items.add({ name: 'DJI_0001.JPG' });
  expect((await api().recent({})).files).toHaveLength(1);
  const { missing, connection } = await api().status();
  expect({ missing, ...connection }).toMatchObject({
    missing: [],
    kind: 'service-account',
    email: drive.google.oauth.serviceAccount.email,
    expired: false,
  });
  expect(connection?.lastUsedAt).not.toBeNull();
});

test('no account can be connected next to a service account', async () => {
  const asked = api().connect({ next: '/operator/settings' });
  await expect(asked).rejects.toMatchObject({ code: 'DRIVE_NOT_CONFIGURED' });
});

test('the key is not sent to where the token endpoint redirects', async () => {
  const stranger = await new FakeGoogle().listen();
  onTestFinished(() => stranger.close());
  drive.google.fail('redirect', { of: '/token', to: `${stranger.url}/token` });
  drive.site.clock.advance(3_600_000);
  await expect(api().recent({})).rejects.toMatchObject({ code: 'DRIVE_UNREACHABLE' });
  expect(stranger.requests).toEqual([]);
});
