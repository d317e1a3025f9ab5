import { EventEmitter, once } from 'node:events';
import { createServer, type RequestListener, type Server } from 'node:http';
import { connect, type AddressInfo, type Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { guardConnections, createClientErrorHandler } from './connections.ts';

const HEADERS = { 'x-content-type-options': 'nosniff' };
const PATIENCE_MS = 30_000;
const LENGTH = 5;
const UPLOAD = 'application/offset+octet-stream';

let server: Server;
beforeEach(() => void vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] }));
afterEach(() => {
  vi.useRealTimers();
  server.close().closeAllConnections();
});

async function start(listener: RequestListener): Promise<Socket> {
  server = createServer(listener).on('clientError', createClientErrorHandler(HEADERS));
  server.keepAliveTimeout = 0;
  guardConnections(server, HEADERS);
  await once(server.listen(0, '127.0.0.1'), 'listening');
  return connect((server.address() as AddressInfo).port, '127.0.0.1');
}

const arrivals = new EventEmitter();
/** Responds after receiving the whole body. */
const patient: RequestListener = (request, response) =>
  request.on('data', () => arrivals.emit('bytes')).on('end', () => response.end('received'));

/** Resolves once the server has received part of the body. */
async function send(socket: Socket, sent: string) {
  const arrived = once(arrivals, 'bytes');
  socket.write(sent);
  await arrived;
}

const head = (method: string, type: string) =>
  `${method} / HTTP/1.1\r\nHost: x\r\nContent-Type: ${type}\r\nContent-Length: ${LENGTH}\r\n\r\n`;

test.each<[string, string, number, string]>([
  ['an invalid request line', 'GET \\ HTTP/1.1\r\n\r\n', 400, 'REQUEST_MALFORMED'],
  ['an unknown HTTP version', 'GET / HTTP/9.9\r\nHost: x\r\n\r\n', 400, 'REQUEST_MALFORMED'],
  [
    'a proxy request',
    'CONNECT a.example:443 HTTP/1.1\r\nHost: x\r\n\r\n',
    400,
    'REQUEST_MALFORMED',
  ],
  [
    'headers that are too large',
    `GET / HTTP/1.1\r\nHost: x\r\nX: ${'a'.repeat(2_000_000)}\r\n\r\n`,
    431,
    'HEADER_TOO_LARGE',
  ],
  [
    'an invalid chunked body',
    'POST / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n',
    400,
    'REQUEST_MALFORMED',
  ],
])('%s gets an error response', async (_what, sent, status, code) => {
  const socket = await start(patient);
  socket.write(sent);
  const answer = await text(socket);
  expect(answer).toContain(`HTTP/1.1 ${status} `);
  expect(answer).toContain('x-content-type-options: nosniff');
  expect(JSON.parse(answer.split('\r\n\r\n')[1] ?? '')).toMatchObject({ code, status });
});

test('an unknown expectation is ignored', async () => {
  const socket = await start((_request, response) => response.end());
  socket.end('GET / HTTP/1.1\r\nHost: x\r\nExpect: wonders\r\n\r\n');
  expect(await text(socket)).toContain('HTTP/1.1 200 ');
});

test('a body that is not complete in time is cut, even if it is still arriving', async () => {
  const socket = await start(patient);
  await send(socket, `${head('POST', 'application/json')}x`);
  await send(socket, 'x');
  vi.advanceTimersByTime(PATIENCE_MS);
  expect(await text(socket)).toContain('HTTP/1.1 408 ');
});

test('an upload continues while bytes arrive and is cut when none do', async () => {
  const socket = await start(patient);
  await send(socket, `${head('PATCH', UPLOAD)}x`);
  for (let left = LENGTH - 2; left > 0; left--) {
    await send(socket, 'x');
    vi.advanceTimersByTime(PATIENCE_MS);
  }
  socket.write('x');
  const [first] = (await once(socket, 'data')) as [Buffer];
  expect(first.toString()).toContain('HTTP/1.1 200 ');
  await send(socket, `${head('PATCH', UPLOAD)}x`);
  vi.advanceTimersByTime(2 * PATIENCE_MS);
  expect(await text(socket)).toContain('HTTP/1.1 408 ');
});

test('an unwanted body is not waited for', async () => {
  const socket = await start((request, response) => {
    request.on('data', () => arrivals.emit('bytes'));
    response.writeHead(401).end();
  });
  await send(socket, `${head('PATCH', UPLOAD)}x`);
  await send(socket, 'x');
  vi.advanceTimersByTime(PATIENCE_MS);
  await once(socket.resume(), 'close');
  expect(socket.destroyed).toBe(true);
});

test("the visitor's address stays available after they disconnect", async () => {
  const known = Promise.withResolvers<string | undefined>();
  const socket = await start((request) => {
    request.socket.once('close', () => known.resolve(request.socket.remoteAddress));
    socket.resetAndDestroy();
  });
  socket.write('GET / HTTP/1.1\r\nHost: x\r\n\r\n');
  expect(await known.promise).toBe('127.0.0.1');
});
