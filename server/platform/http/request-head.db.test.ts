import { once } from 'node:events';
import { connect, type AddressInfo } from 'node:net';
import { beforeAll, expect, test } from 'vitest';
import {
  makeFile,
  makeProjectWithPeople,
  makePerson,
  makeSubmission,
  type Person,
} from '#test/factories.ts';
import { runSite } from '#test/site.ts';
import { derivativesUrl } from './media-url.ts';

const site = runSite();
let port: number;
let picture: string;
let client: Person;
let manager: Person;

beforeAll(async () => {
  const { ctx } = site;
  const { company, project } = await makeProjectWithPeople(ctx);
  const week = await makeSubmission(ctx, project.id, { published: true });
  const { id } = await makeFile(ctx, week);
  client = await makePerson(ctx, 'client', { companyId: company.id });
  manager = await makePerson(ctx, 'project_manager');
  const recipient = { kind: 'person', profileId: client.id } as const;
  picture = `${derivativesUrl(ctx.signer, recipient, id)}/w256.webp`;
  await site.app.listen({ host: '127.0.0.1', port: 0 });
  ({ port } = site.app.server.address() as AddressInfo);
});

/** Sends the request verbatim and returns the response's status. */
async function send(line: string, fields: readonly string[]): Promise<number> {
  const socket = connect(port, '127.0.0.1');
  socket.write(`${[line, ...fields].join('\r\n')}\r\n\r\n`);
  const [answer] = (await once(socket, 'data')) as [Buffer];
  socket.destroy();
  return Number(/^HTTP\/1\.1 (\d+)/.exec(answer.toString())?.[1]);
}

const HOST = 'Host: localhost';
const CLOSE = 'Connection: close';
const LIVE = [
  'Connection: Upgrade',
  'Upgrade: websocket',
  'Sec-WebSocket-Version: 13',
  'Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==',
];

test.each<[string, number, () => string, string[]]>([
  ['a page', 200, () => '/', [CLOSE]],
  ['a missing page', 404, () => '/none', [CLOSE]],
  ['the API', 200, () => '/api/health', [CLOSE]],
  ['a cached picture', 200, () => picture, [CLOSE]],
  ['the live channel', 101, () => '/api/live', LIVE],
])('%s requires exactly one valid Host', async (_what, usual, path, fields) => {
  const status = (...hosts: string[]) =>
    send(`GET ${path()} HTTP/1.1`, [...hosts, ...fields, `Cookie: ${client.cookie}`]);
  expect(await status(HOST)).toBe(usual);
  expect(await status(HOST, HOST)).toBe(400);
  expect(await status(HOST, 'host: other.example')).toBe(400);
  expect(await status()).toBe(400);
  expect(await status('Host: a b')).toBe(400);
});

const cookie = () => `Cookie: ${manager.cookie}`;
const POST = 'POST /api/projects HTTP/1.1';
const JSON_TYPE = 'Content-Type: application/json';
const UPLOAD = 'POST /api/uploads HTTP/1.1';
const TUS = 'Tus-Resumable: 1.0.0';

test.each<[string, string, () => string[]]>([
  ['Authorization', 'GET /api/session HTTP/1.1', () => ['Authorization: a', 'Authorization: b']],
  ['Content-Length', POST, () => [JSON_TYPE, 'Content-Length: 0', 'Content-Length: 0']],
  ['Content-Length with chunks', POST, () => ['Transfer-Encoding: chunked', 'Content-Length: 2']],
  ['Content-Type', 'GET /api/health HTTP/1.1', () => [JSON_TYPE, 'content-type: text/plain']],
  ['Origin', POST, () => ['Origin: http://localhost', 'Origin: null', 'Content-Length: 0']],
  ['Range', 'GET /api/health HTTP/1.1', () => ['Range: bytes=0-1', 'Range: bytes=2-3']],
  ['Tus-Resumable', UPLOAD, () => [TUS, TUS, 'Upload-Length: 9']],
  ['Upload-Length', UPLOAD, () => [TUS, 'Upload-Length: 9', 'Upload-Length: 8']],
  [
    'Upload-Offset',
    `PATCH /api/uploads/0 HTTP/1.1`,
    () => [TUS, 'Upload-Offset: 0', 'Upload-Offset: 1', 'Content-Length: 0'],
  ],
])('a second %s is refused', async (_field, line, fields) => {
  expect(await send(line, [HOST, CLOSE, cookie(), ...fields()])).toBe(400);
});

test('list fields and cookies may be repeated', async () => {
  const [name, value] = client.cookie.split(/;? *(?=overfly)/, 1)[0]?.split('=') ?? [];
  const fields = ['Accept: text/html', 'Accept: */*', 'Cookie: a=b', `Cookie: ${name}=${value}`];
  const proxies = ['X-Forwarded-For: 192.0.2.1', 'X-Forwarded-For: 192.0.2.2'];
  expect(await send('GET /api/projects HTTP/1.1', [HOST, CLOSE, ...fields, ...proxies])).toBe(200);
});
