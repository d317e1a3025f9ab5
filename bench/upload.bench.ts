// One upload of 200 MB through the product (announced, sent, hashed, synced to disk, and stored) vs. a plain PUT piped
// to a file. Measures throughput and server CPU.
import { randomBytes } from 'node:crypto';
import { createWriteStream, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { createApp } from '#server/app.ts';
import { readConfig } from '#server/config.ts';
import { createContext } from '#server/context.ts';
import { makeCompany, makePerson, makeProject, makeSubmission } from '#test/factories.ts';
import { median, reportServer, startServer, type ServerProcess } from './server-process.ts';

const MIB = 1024 ** 2;
const SIZE = 200_000_000;
const ROUNDS = 9;
const CHUNKS = [SIZE, 64 * MIB];
const LIMITS = { rate: 0.5, cpu: 2 };
const ACCESS = 'access.json';

/** Serves the product with the embedded database; writes the uploader's cookie and submission to a file. */
async function serveProduct(dir: string) {
  const ctx = await createContext(readConfig({ DATA_DIR: dir, DEMO: '0', LOG_LEVEL: 'warn' }));
  const app = await createApp(ctx);
  await app.listen({ host: '127.0.0.1', port: 0 });
  const { cookie } = await makePerson(ctx, 'operator');
  const company = await makeCompany(ctx);
  const project = await makeProject(ctx, company.id);
  const { id } = await makeSubmission(ctx, project.id);
  writeFileSync(join(dir, ACCESS), JSON.stringify({ cookie, submissionId: id }));
  reportServer((app.server.address() as AddressInfo).port, async () => {
    await app.close();
    await ctx.close();
  });
}

function servePlain(dir: string) {
  const server = createServer({ requestTimeout: 0 }, (incoming, response) => {
    const written = pipeline(incoming, createWriteStream(join(dir, 'plain')));
    void written.then(() => response.writeHead(204).end());
  });
  server.listen(0, '127.0.0.1', () =>
    reportServer((server.address() as AddressInfo).port, () => server.close()),
  );
}

const pool = randomBytes(4 * MIB);
/** An ftyp box, which makes the bytes a video (ISO/IEC 14496-12, 4.3). */
const FILM = Buffer.from('0000001c6674797069736f6d0000020069736f6d69736f326d703431', 'hex');

/** Sends bytes `from` to `to` of a random video. */
function send(
  port: number,
  {
    method,
    path,
    headers,
    from,
    to,
  }: { method: string; path: string; headers: object; from: number; to: number },
) {
  return new Promise<Record<string, string | string[] | undefined>>((resolve, reject) => {
    const options = { host: '127.0.0.1', port, method, path };
    const sending = request(
      { ...options, headers: { ...headers, 'content-length': to - from } },
      (answer) => {
        answer.resume().on('end', () => resolve(answer.headers));
        if ((answer.statusCode ?? 500) >= 300) reject(new Error(`${method} ${answer.statusCode}`));
      },
    );
    sending.on('error', reject);
    let at = from;
    const pump = () => {
      while (at < to) {
        const start = at === 0 ? Buffer.concat([FILM, randomBytes(16)]) : null;
        const chunk = start ?? pool.subarray(0, Math.min(pool.length, to - at));
        at += chunk.length;
        if (!sending.write(chunk)) return void sending.once('drain', pump);
      }
      sending.end();
    };
    pump();
  });
}

type Run = { seconds: number; cpu: number };

async function timed(server: ServerProcess, work: () => Promise<void>): Promise<Run> {
  const before = await server.cpu();
  const start = performance.now();
  await work();
  const seconds = (performance.now() - start) / 1000;
  return { seconds, cpu: (await server.cpu()) - before };
}

const put = (server: ServerProcess) =>
  timed(server, async () => {
    await send(server.port, { method: 'PUT', path: '/', headers: {}, from: 0, to: SIZE });
  });

const upload = (server: ServerProcess, dir: string, chunk: number) =>
  timed(server, async () => {
    const { cookie, submissionId } = JSON.parse(readFileSync(join(dir, ACCESS), 'utf8')) as Record<
      string,
      string
    >;
    const base64 = (text = '') => Buffer.from(text).toString('base64');
    const headers = { cookie, 'tus-resumable': '1.0.0' };
    const metadata = `submissionId ${base64(submissionId)},filename ${base64('film.mp4')}`;
    const { location } = await send(server.port, {
      method: 'POST',
      path: '/api/uploads',
      headers: { ...headers, 'upload-length': SIZE, 'upload-metadata': metadata },
      from: 0,
      to: 0,
    });
    for (let from = 0; from < SIZE; from += chunk) {
      await send(server.port, {
        method: 'PATCH',
        path: String(location),
        headers: {
          ...headers,
          'upload-offset': from,
          'content-type': 'application/offset+octet-stream',
        },
        from,
        to: Math.min(from + chunk, SIZE),
      });
    }
  });

async function compare(product: ServerProcess, plain: ServerProcess, dir: string) {
  let isWithin = true;
  for (const chunk of CHUNKS) {
    const rounds: { ours: Run; bare: Run; peak: number }[] = [];
    for (let round = 0; round < ROUNDS; round++) {
      const bare = await put(plain);
      const ours = await upload(product, dir, chunk);
      rounds.push({ ours, bare, peak: await product.memory() });
      rmSync(join(dir, 'storage'), { recursive: true });
    }
    const of = (pick: (round: (typeof rounds)[number]) => number) => median(rounds.map(pick));
    const rate = of(({ ours, bare }) => bare.seconds / ours.seconds);
    const cpu = of(({ ours, bare }) => ours.cpu / bare.cpu);
    isWithin &&= rate >= LIMITS.rate && cpu <= LIMITS.cpu;
    const speed = ({ seconds }: Run) => SIZE / MIB / seconds;
    console.log(
      [
        chunk === SIZE ? 'one request:' : `requests of ${chunk / MIB} MiB:`,
        `${of(({ ours }) => speed(ours)).toFixed(0)} MiB/s, plain ${of(({ bare }) => speed(bare)).toFixed(0)} MiB/s,`,
        `ratio ${rate.toFixed(2)} (limit ${LIMITS.rate});`,
        `server CPU ${of(({ ours }) => ours.cpu).toFixed(2)} s against ${of(({ bare }) => bare.cpu).toFixed(2)} s,`,
        `${cpu.toFixed(2)} x (limit ${LIMITS.cpu}); memory ${(Math.max(...rounds.map(({ peak }) => peak)) / MIB).toFixed(0)} MiB`,
        `(medians of ${ROUNDS})`,
      ].join(' '),
    );
  }
  if (!isWithin) process.exitCode = 1;
}

async function measure() {
  const dir = mkdtempSync(join(tmpdir(), 'overfly-upload-bench-'));
  try {
    const product = await startServer(import.meta.filename, 'product', dir);
    const plain = await startServer(import.meta.filename, 'plain', dir);
    await compare(product, plain, dir);
    await product.stop();
    await plain.stop();
  } finally {
    rmSync(dir, { recursive: true, force: true });
  }
}

const [role, directory] = process.argv.slice(2);
if (role === 'product' && directory) await serveProduct(directory);
else if (role === 'plain' && directory) servePlain(directory);
else await measure();
