import { describe, expect, test } from 'vitest';
import { isOwnOrigin, mailOrigin, publicOrigin } from './origin.ts';

const request = (
  method: string,
  headers: Record<string, string> = {},
  host = 'overfly.example',
) => ({
  method,
  headers,
  host,
});
const OURS = 'https://overfly.example';

describe('isOwnOrigin', () => {
  test.each(['POST', 'PUT', 'PATCH', 'DELETE'])('accepts a %s from our own page', (method) => {
    expect(isOwnOrigin(request(method, { origin: OURS }), null)).toBe(true);
  });

  test.each(['POST', 'PUT', 'PATCH', 'DELETE'])('refuses a %s from another site', (method) => {
    expect(isOwnOrigin(request(method, { origin: 'https://evil.example' }), null)).toBe(false);
  });

  test.each([
    ['a page without an origin (a sandboxed frame, a local file)', 'null'],
    ['an invalid origin', 'overfly.example'],
    ['the same name on another port', 'https://overfly.example:8443'],
    ['a name that starts with ours', 'https://overfly.example.evil.example'],
    ['a subdomain of ours', 'https://files.overfly.example'],
    ['an empty origin', ''],
  ])('refuses %s', (_what, origin) => {
    expect(isOwnOrigin(request('POST', { origin }), null)).toBe(false);
  });

  test('accepts requests without an origin, which browsers never send', () => {
    expect(isOwnOrigin(request('POST'), null)).toBe(true);
  });

  test.each(['GET', 'HEAD', 'OPTIONS'])('allows other sites to link to us with %s', (method) => {
    expect(isOwnOrigin(request(method, { origin: 'https://evil.example' }), null)).toBe(true);
  });

  test("refuses a live channel for another site's page", () => {
    const headers = { upgrade: 'websocket', origin: 'https://evil.example' };
    expect(isOwnOrigin(request('GET', headers), null)).toBe(false);
    expect(isOwnOrigin(request('GET', { ...headers, origin: OURS }), null)).toBe(true);
  });

  test('accepts the public URL behind a proxy that uses another host', () => {
    const behindProxy = request('POST', { origin: OURS }, '127.0.0.1:3000');
    expect(isOwnOrigin(behindProxy, OURS)).toBe(true);
    expect(isOwnOrigin(behindProxy, 'http://overfly.example')).toBe(false);
    expect(isOwnOrigin(behindProxy, null)).toBe(false);
  });

  test('refuses the public host over plain http', () => {
    const plain = { origin: 'http://overfly.example' };
    expect(isOwnOrigin(request('POST', plain), OURS)).toBe(false);
    expect(isOwnOrigin(request('GET', { ...plain, upgrade: 'websocket' }), OURS)).toBe(false);
    expect(isOwnOrigin(request('POST', plain), null)).toBe(true);
    const onTheMachine = request('POST', { origin: 'http://localhost:3000' }, 'localhost:3000');
    expect(isOwnOrigin(onTheMachine, OURS)).toBe(true);
  });
});

test.each([
  [{ publicUrl: OURS, host: '0.0.0.0', port: 3000 }, OURS],
  [{ publicUrl: null, host: '127.0.0.1', port: 3000 }, 'http://localhost:3000'],
  [{ publicUrl: null, host: '0.0.0.0', port: 8080 }, 'http://localhost:8080'],
  [{ publicUrl: null, host: '192.0.2.1', port: 3000 }, 'http://192.0.2.1:3000'],
])('links in emails start with the public URL or the listening address: %j', (config, origin) => {
  expect(mailOrigin(config)).toBe(origin);
});

describe('publicOrigin', () => {
  const listening = { publicUrl: null, host: '0.0.0.0', port: 3000 };
  const asked = (host: string, localAddress = '127.0.0.1') => ({
    protocol: 'http' as const,
    host,
    raw: { socket: { localAddress } },
  });

  test.each([
    ['localhost:8080', '172.17.0.2'],
    ['[::1]:3000', '::1'],
    ['127.0.0.1:3000', '127.0.0.1'],
    ['overfly.localhost', '127.0.0.1'],
    ['192.0.2.7:3000', '192.0.2.7'],
    ['192.0.2.7:3000', '::ffff:192.0.2.7'],
    ['[2001:db8::7]', '2001:db8::7'],
  ])('is the requested host if that is this machine: %s', (host, localAddress) => {
    expect(publicOrigin(listening, asked(host, localAddress))).toBe(`http://${host}`);
  });

  test.each([
    ['evil.example'],
    ['localhost.evil.example'],
    ['127.0.0.1.evil.example'],
    ['192.0.2.8:3000'],
    ['localhost:3000@evil.example'],
    ['localhost/evil'],
    ['[::1'],
    [''],
  ])('ignores a host that is not this machine: %j', (host) => {
    expect(publicOrigin(listening, asked(host, '192.0.2.7'))).toBe('http://localhost:3000');
    const published = { ...listening, publicUrl: OURS };
    expect(publicOrigin(published, asked(host))).toBe(OURS);
  });

  test('is always the public URL if set', () => {
    expect(publicOrigin({ ...listening, publicUrl: OURS }, asked('localhost:3000'))).toBe(OURS);
  });
});
