import { once } from 'node:events';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { beforeAll, expect, test } from 'vitest';
import { runSite } from '#test/site.ts';

const site = runSite();
let port: number;
beforeAll(async () => {
  port = Number(new URL(await site.app.listen({ port: 0 })).port);
});

/** Requests a WebSocket. Resolves with everything the server sends before it closes the connection. */
function ask(path: string, header: string) {
  const socket = connect(port, '127.0.0.1');
  const key = 'Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n';
  const upgrade = `Upgrade: websocket\r\n${key}`;
  socket.write(`GET ${path} HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\n${upgrade}${header}\r\n`);
  return { socket, answer: text(socket) };
}

test.each([
  ["from another site's page", '/api/live', 'Origin: https://evil.example\r\n', 403],
  ['without a session', '/api/live', '', 401],
])('a channel opened %s is refused', async (_who, path, header, status) => {
  const { answer } = ask(path, `Connection: Upgrade\r\n${header}`);
  expect(await answer).toContain(`HTTP/1.1 ${status} `);
});

test.each([
  ['/api/health', 200],
  ['/%ff', 404],
])('%s never switches protocols', async (path, status) => {
  const { socket, answer } = ask(path, 'Connection: Upgrade\r\n');
  await once(socket, 'readable');
  // Half-close like a browser, so that the server closes the connection.
  socket.end();
  expect(await answer).toContain(`HTTP/1.1 ${status} `);
});
