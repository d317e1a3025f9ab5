import { expect, test } from 'vitest';
import { isFromThisMachine } from './this-machine.ts';

const request = (remoteAddress: string | undefined, host: string, more: object = {}) => ({
  headers: { host, 'user-agent': 'curl', ...more },
  httpVersion: '1.1',
  socket: { remoteAddress },
});

test.each([
  ['127.0.0.1', 'localhost:3000'],
  ['127.0.0.1', 'LOCALHOST'],
  ['127.0.0.2', '127.0.0.2:80'],
  ['::1', '[::1]:3000'],
  ['::ffff:127.0.0.1', 'overfly.localhost:3000'],
])('%s with host %s is this machine', (address, host) => {
  expect(isFromThisMachine(request(address, host))).toBe(true);
});

test.each([
  ['another machine', request('192.0.2.7', 'localhost:3000')],
  ['another machine, by IPv6', request('::ffff:192.0.2.7', 'localhost')],
  ['a closed connection', request(undefined, 'localhost')],
  ['a page with a host name that resolves here', request('127.0.0.1', 'evil.example:3000')],
  ['a name that starts with localhost', request('127.0.0.1', 'localhost.evil.example')],
  ['a name that starts with 127.0.0.1', request('127.0.0.1', '127.0.0.1.evil.example')],
  ['a host with a user name', request('127.0.0.1', 'localhost:3000@evil.example')],
  ['an empty host', request('127.0.0.1', '')],
  ['a proxy', request('127.0.0.1', 'localhost', { 'x-forwarded-for': '192.0.2.7' })],
  ['a proxy with Forwarded', request('127.0.0.1', 'localhost', { forwarded: 'for=192.0.2.7' })],
  ['a proxy with Via', request('127.0.0.1', 'localhost', { via: '1.1 cache' })],
  ['a proxy with X-Real-IP', request('127.0.0.1', 'localhost', { 'x-real-ip': '127.0.0.1' })],
  ['a tunnel', request('127.0.0.1', 'localhost', { 'cf-connecting-ip': '192.0.2.7' })],
  [
    'nginx with default settings',
    { ...request('127.0.0.1', 'localhost:3000'), httpVersion: '1.0' },
  ],
])('%s is not this machine', (_who, given) => {
  expect(isFromThisMachine(given)).toBe(false);
});
