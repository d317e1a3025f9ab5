import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { readConfig } from './config.ts';

let dataDir: string;
beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'overfly-config-'));
});
afterEach(() => rmSync(dataDir, { recursive: true, force: true }));

describe('settings', () => {
  it('all have defaults', () => {
    const config = readConfig({ DATA_DIR: dataDir });
    expect(config).toMatchObject({
      host: '127.0.0.1',
      port: 3000,
      databaseUrl: null,
      s3: null,
      operatorEmail: null,
      demo: { enabled: true, password: 'overfly-demo-2026' },
      trustProxy: false,
    });
  });

  it('are rejected with every problem, not just the first', () => {
    const wrong = {
      PORT: 'x',
      DATABASE_URL: 'mysql://here',
      SECRET_KEY: 'short',
      DEMO: 'perhaps',
      TRUST_PROXY: 'the one in front',
      S3_BUCKET: 'photos',
    };
    expect(() => readConfig({ DATA_DIR: dataDir, ...wrong })).toThrow(
      /PORT[\s\S]*DATABASE_URL[\s\S]*SECRET_KEY[\s\S]*DEMO[\s\S]*TRUST_PROXY[\s\S]*S3_ENDPOINT/,
    );
  });

  it('treat an empty value as missing', () => {
    expect(
      readConfig({ DATA_DIR: dataDir, DATABASE_URL: '', SMTP_URL: '' }).databaseUrl,
    ).toBeNull();
  });

  it('require two-factor sign-in for staff only with STAFF_TWO_FACTOR=required', () => {
    const read = (value?: string) =>
      readConfig({ DATA_DIR: dataDir, STAFF_TWO_FACTOR: value }).staffTwoFactor;
    expect([read(), read('required')]).toEqual(['optional', 'required']);
    expect(() => read('yes')).toThrow('STAFF_TWO_FACTOR');
  });

  it('trust the given number of proxies', () => {
    const { trustProxy } = readConfig({ DATA_DIR: dataDir, DEMO: '0', TRUST_PROXY: '1' });
    if (typeof trustProxy !== 'function')
      throw new Error('expected a function for a number of proxies');
    expect([trustProxy('10.0.0.1', 0), trustProxy('10.0.0.2', 1)]).toEqual([true, false]);
  });
});

describe('the sample site', () => {
  const read = (settings: Record<string, string>) => readConfig({ DATA_DIR: dataDir, ...settings });
  const OWN = { DEMO_PASSWORD: 'three cranes at dawn' };

  it.each<[Record<string, string>]>([
    [{ PUBLIC_URL: 'https://photos.example', HOST: '0.0.0.0' }],
    [{ PUBLIC_URL: 'http://192.0.2.7:3000' }],
    [{ PUBLIC_URL: 'https://photos.example', DEMO_PASSWORD: 'overfly-demo-2026' }],
    [{ TRUST_PROXY: '1' }],
    [{ PUBLIC_URL: 'http://localhost:3000', TRUST_PROXY: 'loopback' }],
  ])('does not start with the published password if others can reach it: %j', (settings) => {
    expect(() => read(settings)).toThrow(/DEMO: .* set DEMO=0\. .* set DEMO_PASSWORD/);
    expect(read({ ...settings, DEMO: '0' }).demo.enabled).toBe(false);
    expect(read({ ...settings, ...OWN }).demo.enabled).toBe(true);
  });

  it.each<[Record<string, string>]>([
    [{}],
    [{ HOST: '0.0.0.0' }],
    [{ HOST: '0.0.0.0', PUBLIC_URL: 'http://localhost:3000' }],
    [{ PUBLIC_URL: 'http://[::1]:3000', TRUST_PROXY: '0' }],
  ])('is on if no public address is set: %j', (settings) => {
    expect(read(settings).demo.enabled).toBe(true);
  });
});

describe('the secret key', () => {
  it('is created once, readable only by its owner, and kept', () => {
    const first = readConfig({ DATA_DIR: dataDir }).secretKey;
    expect(first.length).toBeGreaterThanOrEqual(32);
    expect(readConfig({ DATA_DIR: dataDir }).secretKey).toBe(first);
    expect(statSync(join(dataDir, 'secret-key')).mode & 0o777).toBe(0o600);
    expect(readFileSync(join(dataDir, 'secret-key'), 'utf8').trim()).toBe(first);
  });

  it('is rejected if its file is damaged', () => {
    writeFileSync(join(dataDir, 'secret-key'), '');
    expect(() => readConfig({ DATA_DIR: dataDir })).toThrow(/secret key in .* is damaged/);
  });

  it('is not created if the directory is not writable', () => {
    const file = join(dataDir, 'a-file');
    writeFileSync(file, '');
    expect(() => readConfig({ DATA_DIR: join(file, 'below') })).toThrow(/DATA_DIR/);
  });
});

describe('the data directory', () => {
  it('is created with its parent folders', () => {
    const below = join(dataDir, 'a', 'b', 'c');
    readConfig({ DATA_DIR: below, SECRET_KEY: 'x'.repeat(40) });
    expect(statSync(below).isDirectory()).toBe(true);
  });

  it('is rejected with a message if it cannot be created', () => {
    expect(() =>
      readConfig({ DATA_DIR: '/proc/overfly/data', SECRET_KEY: 'x'.repeat(40) }),
    ).toThrow(/DATA_DIR: the folder cannot be created \(.*mkdir '\/proc/);
  });
});
