// A cached picture with a signature check, and ranges of a large video, vs. plain node:http.
import {
  createReadStream,
  mkdirSync,
  mkdtempSync,
  openSync,
  readFileSync,
  rmSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { randomBytes } from 'node:crypto';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import sharp from 'sharp';
import { createApp } from '#server/app.ts';
import { readConfig } from '#server/config.ts';
import { createContext } from '#server/context.ts';
import { derivativesUrl } from '#server/platform/http/media-url.ts';
import { presetKey, videoKey } from '#server/platform/storage/storage.ts';
import { makeCompany, makeFile, makePerson, makeProject, makeSubmission } from '#test/factories.ts';
import { get, load } from './http-load.ts';
import { median, reportServer, startServer, type ServerProcess } from './server-process.ts';

const SECRET = 'a secret key for the bench, nothing else';
const MIB = 1024 ** 2;
const VIDEO_MIB = 1024;
const ROUNDS = 7;
const SECONDS = 2;

const pathsIn = (dir: string, fileId: string) => ({
  picture: join(dir, 'storage', presetKey(fileId, 512)),
  video: join(dir, 'storage', videoKey(fileId)),
});

const openProduct = (dir: string) =>
  createContext(readConfig({ DATA_DIR: dir, SECRET_KEY: SECRET, DEMO: '0', LOG_LEVEL: 'warn' }));

async function serveProduct(dir: string) {
  const ctx = await openProduct(dir);
  const app = await createApp(ctx);
  await app.listen({ host: '127.0.0.1', port: 0 });
  reportServer((app.server.address() as AddressInfo).port, async () => {
    await app.close();
    await ctx.close();
  });
}

/** A minimal Node server with the same responses, reading files in the same 1 MiB chunks. */
function serveBaseline(dir: string, fileId: string) {
  const { picture, video } = pathsIn(dir, fileId);
  const bytes = readFileSync(picture);
  const size = VIDEO_MIB * MIB;
  const server = createServer((request, response) => {
    const range = /^bytes=(\d+)-(\d+)$/.exec(request.headers.range ?? '');
    if (!range) {
      response.writeHead(200, { 'content-type': 'image/webp', 'content-length': bytes.length });
      return response.end(bytes);
    }
    const [start, end] = [Number(range[1]), Number(range[2])];
    response.writeHead(206, {
      'content-type': 'video/mp4',
      'content-range': `bytes ${start}-${end}/${size}`,
      'content-length': end - start + 1,
    });
    return createReadStream(video, { start, end, highWaterMark: MIB }).pipe(response);
  });
  server.listen(0, '127.0.0.1', () => {
    reportServer((server.address() as AddressInfo).port, () => server.close());
  });
}

async function makeWorld(dir: string) {
  const ctx = await openProduct(dir);
  const company = await makeCompany(ctx);
  const project = await makeProject(ctx, company.id);
  const week = await makeSubmission(ctx, project.id, { published: true });
  const { id: fileId } = await makeFile(ctx, week);
  const { id: profileId, cookie } = await makePerson(ctx, 'client', { companyId: company.id });
  const base = derivativesUrl(ctx.signer, { kind: 'person', profileId }, fileId);
  await ctx.close();
  return { fileId, base, cookie: `cookie: ${cookie}` };
}

async function prepare(dir: string, fileId: string) {
  const { picture, video } = pathsIn(dir, fileId);
  mkdirSync(dirname(picture), { recursive: true });
  const noise = { type: 'gaussian', mean: 128, sigma: 30 } as const;
  const image = sharp({
    create: { width: 512, height: 384, channels: 3, background: '#888', noise },
  });
  writeFileSync(picture, await image.blur(0.8).webp({ quality: 76 }).toBuffer());
  const handle = openSync(video, 'w');
  const block = randomBytes(MIB);
  for (let index = 0; index < VIDEO_MIB; index++) writeSync(handle, block);
  return readFileSync(picture).length;
}

type Run = { rate: number; cpu: number };

async function run(
  server: ServerProcess,
  request: () => string,
  connections: number,
): Promise<Run> {
  const before = await server.cpu();
  const { requests, seconds } = await load(server.port, request, { connections, seconds: SECONDS });
  return { rate: requests / seconds, cpu: ((await server.cpu()) - before) / requests };
}

async function compare(
  title: string,
  servers: { product: ServerProcess; bare: ServerProcess },
  { request, connections }: { request: () => string; connections: number },
) {
  await run(servers.bare, request, connections);
  await run(servers.product, request, connections);
  const rounds: { bare: Run; product: Run }[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    const bare = await run(servers.bare, request, connections);
    rounds.push({ bare, product: await run(servers.product, request, connections) });
  }
  const of = (pick: (round: { bare: Run; product: Run }) => number) => median(rounds.map(pick));
  console.log(
    `${title}: product ${of(({ product }) => product.rate).toFixed(0)}/s, bare ${of(({ bare }) => bare.rate).toFixed(0)}/s, ` +
      `ratio ${of(({ product, bare }) => product.rate / bare.rate).toFixed(2)} (median of ${ROUNDS}); ` +
      `server CPU per request ${of(({ product }) => product.cpu * 1e6).toFixed(0)} against ${of(({ bare }) => bare.cpu * 1e6).toFixed(0)} µs`,
  );
}

async function measure() {
  const dir = mkdtempSync(join(tmpdir(), 'overfly-media-bench-'));
  try {
    const { fileId, base, cookie } = await makeWorld(dir);
    const pictureBytes = await prepare(dir, fileId);
    const [product, bare] = [
      await startServer(import.meta.filename, 'product', dir),
      await startServer(import.meta.filename, 'bare', dir, fileId),
    ];
    const picture = get(`${base}/w512.webp`, cookie);
    await compare(
      `cached 512 px picture, ${pictureBytes} bytes`,
      { product, bare },
      {
        request: () => picture,
        connections: 16,
      },
    );
    await compare(
      '1 MiB range of a 1 GiB video',
      { product, bare },
      {
        request() {
          const start = Math.floor(Math.random() * (VIDEO_MIB - 1) * MIB);
          return get(`${base}/video.mp4`, cookie, `range: bytes=${start}-${start + MIB - 1}`);
        },
        connections: 4,
      },
    );
    await Promise.all([product.stop(), bare.stop()]);
  } finally {
    rmSync(dir, { recursive: true, force: true });
  }
}

const [role, directory, fileId] = process.argv.slice(2);
if (role === 'product' && directory) await serveProduct(directory);
else if (role === 'bare' && directory && fileId) serveBaseline(directory, fileId);
else await measure();
