import { expect, test } from 'vitest';
import { z } from 'zod';
import { SETTING_SCHEMAS } from '#domain/settings.ts';
import { readOidc } from './oidc-config.ts';

const Environment = z.object(SETTING_SCHEMAS);
const read = (env: Record<string, string>) => readOidc(Environment.parse(env));
const WHOLE = {
  OIDC_ISSUER: 'https://login.builder.example/',
  OIDC_CLIENT_ID: 'overfly',
  OIDC_CLIENT_SECRET: 'secret',
};

test('no settings means no provider', () => {
  expect(read({})).toEqual({ oidc: null, problems: [] });
});

test("the issuer's address is kept unchanged", () => {
  const { oidc, problems } = read({ ...WHOLE, OIDC_DOMAINS: 'Builder.example, Bücher.example' });
  expect(problems).toEqual([]);
  expect(oidc).toMatchObject({
    issuer: 'https://login.builder.example/',
    name: 'single sign-on',
    domains: ['builder.example', 'xn--bcher-kva.example'],
  });
});

test.each([
  [{ OIDC_ISSUER: WHOLE.OIDC_ISSUER }, ['OIDC_CLIENT_ID', 'OIDC_CLIENT_SECRET']],
  [{ OIDC_NAME: 'Builder' }, ['OIDC_ISSUER', 'OIDC_CLIENT_ID', 'OIDC_CLIENT_SECRET']],
  [{ ...WHOLE, OIDC_ISSUER: 'http://login.builder.example' }, ['OIDC_ISSUER']],
  [{ ...WHOLE, OIDC_ISSUER: 'http://127.0.0.1:4000' }, []],
  [{ ...WHOLE, OIDC_ADDRESSES: 'verified' }, ['OIDC_ADDRESSES']],
  [{ ...WHOLE, OIDC_ADDRESSES: 'verified', OIDC_DOMAINS: 'builder.example' }, []],
])('%o: problems name the settings', (env, names) => {
  expect(read(env).problems.map((problem) => problem.split(':')[0])).toEqual(names);
});

test.each(['@builder.example', 'builder', 'a.example,,b.example'])(
  'rejects %s as a domain',
  (text) => {
    expect(() => read({ ...WHOLE, OIDC_DOMAINS: text })).toThrow('OIDC_DOMAINS');
  },
);
