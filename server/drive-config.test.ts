import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { readConfig } from './config.ts';

let dataDir: string;
beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'overfly-drive-'));
});
afterEach(() => rmSync(dataDir, { recursive: true, force: true }));

const read = (settings: Record<string, string>) =>
  readConfig({ DATA_DIR: dataDir, ...settings }).drive;
const KEY = { client_email: 'overfly@flights.example', private_key: '-----BEGIN PRIVATE KEY-----' };
const SERVICE_ACCOUNT = { email: KEY.client_email, privateKey: KEY.private_key };

test('missing settings are listed without an error', () => {
  expect(read({}).missing).toEqual(['GOOGLE_CLIENT_ID', 'GOOGLE_CLIENT_SECRET']);
  expect(read({ GOOGLE_CLIENT_ID: 'id' })).toMatchObject({
    client: null,
    missing: ['GOOGLE_CLIENT_SECRET'],
  });
});

test('a client needs an ID and a secret; a service account a key file or its text', () => {
  const client = { GOOGLE_CLIENT_ID: 'id', GOOGLE_CLIENT_SECRET: 'secret' };
  expect(read(client)).toMatchObject({ client: { id: 'id', secret: 'secret' }, missing: [] });
  const path = join(dataDir, 'key.json');
  writeFileSync(path, JSON.stringify(KEY));
  for (const given of [path, JSON.stringify(KEY)]) {
    const { serviceAccount, missing } = read({ GOOGLE_SERVICE_ACCOUNT: given });
    expect([serviceAccount, missing]).toEqual([SERVICE_ACCOUNT, []]);
  }
});

test('error messages do not contain secrets', () => {
  const both = { GOOGLE_SERVICE_ACCOUNT: JSON.stringify(KEY), GOOGLE_CLIENT_ID: 'id' };
  expect(() => read(both)).toThrow('set either this, or');
  const damaged = '{"client_email":"a@b.example","private_key":"secret words"}';
  expect(() => read({ GOOGLE_SERVICE_ACCOUNT: damaged })).toThrow(/^(?!.*secret words).*key file/s);
  expect(() => read({ GOOGLE_DRIVE_BASE: 'drive' })).toThrow('GOOGLE_DRIVE_BASE');
});

test("settings can replace Google's addresses", () => {
  expect(read({ GOOGLE_DRIVE_BASE: 'http://mirror.example/drive/v3/' }).bases).toMatchObject({
    auth: 'https://accounts.google.com',
    drive: 'http://mirror.example/drive/v3',
  });
});
