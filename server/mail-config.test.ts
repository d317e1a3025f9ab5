import { generateKeyPairSync } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { testConfig } from '#test/config.ts';
import { readConfig } from './config.ts';

const dataDir = mkdtempSync(join(tmpdir(), 'overfly-config-'));
afterAll(() => rmSync(dataDir, { recursive: true, force: true }));
const read = (settings: Record<string, string> = {}) =>
  readConfig({ DATA_DIR: dataDir, ...settings });

describe('the brand', () => {
  test('is Overfly by default', () => {
    expect(read().brand).toEqual(testConfig(dataDir).brand);
  });

  test.each([
    ['BRAND_NAME', 'A\nBcc: x@y.example'],
    ['BRAND_EMAIL', 'nobody'],
    ['BRAND_LOGO_URL', 'javascript:alert(1)'],
    ['BRAND_LOGO_URL', '//elsewhere.example/logo.svg'],
    ['BRAND_COLOR', 'red'],
  ])('refuses %s=%s', (name, value) => {
    expect(() => read({ [name]: value })).toThrow(name);
  });
});

describe('emails', () => {
  test('are saved as files and sent from the brand by default', () => {
    const international = read({ BRAND_EMAIL: 'Hello@bücher.example' });
    expect(international.brand.email).toBe('Hello@bücher.example');
    expect(international.mail.from.address).toBe('Hello@xn--bcher-kva.example');
    expect(read({ BRAND_NAME: 'Fly', BRAND_EMAIL: 'hello@fly.example' }).mail).toEqual({
      smtpUrl: null,
      from: { name: 'Fly', address: 'hello@fly.example' },
      replyTo: null,
      dkim: null,
    });
  });

  test.each([
    [{}, 'smtp://mail.fly.example:587/?requireTLS=true'],
    [
      { SMTP_SECURITY: 'tls', SMTP_PORT: '465', SMTP_USER: 'a@b', SMTP_PASSWORD: 'p/w' },
      'smtps://a%40b:p%2Fw@mail.fly.example:465',
    ],
    [{ SMTP_SECURITY: 'none', SMTP_PORT: '25' }, 'smtp://mail.fly.example:25'],
  ])('go to the mail server of %o', (env, url) => {
    expect(read({ SMTP_HOST: 'mail.fly.example', ...env }).mail.smtpUrl).toBe(url);
  });

  test.each([
    ['Fly Inc. <post@fly.example>', { name: 'Fly Inc.', address: 'post@fly.example' }],
    ['"Fly, Inc." <post@fly.example>', { name: 'Fly, Inc.', address: 'post@fly.example' }],
    ['post@fly.example', { name: 'Overfly', address: 'post@fly.example' }],
    ['<post@fly.example>', { name: 'Overfly', address: 'post@fly.example' }],
  ])('are sent from %s', (text, from) => {
    expect(read({ MAIL_FROM: text }).mail.from).toEqual(from);
  });

  test.each([
    'Fly',
    'Fly <post>',
    'a@b.example, c@d.example',
    'Fly <a@b.example>\nBcc: <c@d.example>',
  ])('are not sent from %s', (text) => {
    expect(() => read({ MAIL_FROM: text })).toThrow('MAIL_FROM');
  });

  test('are signed with a complete DKIM key, on one line or several', () => {
    const { privateKey } = generateKeyPairSync('ed25519');
    const pem = privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();
    const settings = { DKIM_DOMAIN: 'fly.example', DKIM_SELECTOR: 'site' };
    for (const separator of ['\n', String.raw`\n`, '']) {
      const DKIM_PRIVATE_KEY = pem.replaceAll('\n', separator);
      expect(read({ ...settings, DKIM_PRIVATE_KEY }).mail.dkim).toEqual({
        domain: 'fly.example',
        selector: 'site',
        privateKey: pem,
      });
    }
    expect(() => read(settings)).toThrow('DKIM_PRIVATE_KEY: is required to sign email');
    expect(() => read({ ...settings, DKIM_PRIVATE_KEY: 'x' })).toThrow('private key in PEM');
  });
});
