// A ZIP of 2 GB against a plain read of as many bytes through the same server; memory; validity.
import { execFileSync } from 'node:child_process';
import {
  appendFileSync,
  createReadStream,
  createWriteStream,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { randomBytes, randomUUID } from 'node:crypto';
import { get as httpGet, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { crc32 } from 'node:zlib';
import { createApp } from '#server/app.ts';
import { readConfig } from '#server/config.ts';
import { createContext } from '#server/context.ts';
import { archiveUrl } from '#server/features/downloads/service.ts';
import type { Context } from '#server/platform/context.ts';
import { originalKey } from '#server/platform/storage/storage.ts';
import { makeCompany, makePerson, makeProject, makeSubmission } from '#test/factories.ts';
import { median, reportServer, startServer, type ServerProcess } from './server-process.ts';

const MIB = 1024 ** 2;
const PHOTOS = 160;
const PHOTO_BYTES = 13 * MIB - 12_345;
const PLAIN = 'plain.bin';
const ADDRESS = 'address.txt';
const ROUNDS = 5;

const contextIn = (dir: string) =>
  createContext(readConfig({ DATA_DIR: dir, DEMO: '0', LOG_LEVEL: 'warn' }));

async function serve(dir: string) {
  const ctx = await contextIn(dir);
  const app = await createApp(ctx);
  // The least that this server needs to send a file: chunks of 1 MiB, nothing looked up.
  app.get('/plain', (_request, reply) =>
    reply
      .header('content-length', PHOTOS * PHOTO_BYTES)
      .send(createReadStream(join(dir, PLAIN), { highWaterMark: MIB })),
  );
  await app.listen({ host: '127.0.0.1', port: 0 });
  reportServer((app.server.address() as AddressInfo).port, async () => {
    await app.close();
    await ctx.close();
  });
}

/** A published week of photos of random bytes, and one file of as many; notes the archive's address. */
async function prepare(dir: string) {
  const ctx = await contextIn(dir);
  const company = await makeCompany(ctx);
  const client = await makePerson(ctx, 'client', { companyId: company.id });
  const project = await makeProject(ctx, company.id);
  const week = await makeSubmission(ctx, project.id, { published: true });
  for (let index = 0; index < PHOTOS; index++) {
    const bytes = randomBytes(PHOTO_BYTES);
    appendFileSync(join(dir, PLAIN), bytes);
    await addPhoto(ctx, dir, { submissionId: week.id, projectId: project.id, index, bytes });
  }
  const recipient = { kind: 'person', profileId: client.id } as const;
  writeFileSync(join(dir, ADDRESS), archiveUrl(ctx.signer, recipient, week.id, 'week.zip'));
  await ctx.close();
}

async function addPhoto(
  ctx: Context,
  dir: string,
  {
    index,
    bytes,
    ...of
  }: { submissionId: string; projectId: string; index: number; bytes: Buffer },
) {
  const id = randomUUID();
  const path = join(dir, 'storage', originalKey(id));
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, bytes);
  const row = {
    ...of,
    id,
    fileName: `DJI_${String(index + 1).padStart(4, '0')}.JPG`,
    filePath: originalKey(id),
    fileType: 'image/jpeg',
    fileSize: bytes.length,
    kind: 'photo' as const,
    state: 'ready' as const,
    sha256: index.toString(16).padStart(64, '0'),
    crc32: crc32(bytes),
  };
  await ctx.db.as({ kind: 'system' }, (tx) => tx.insertInto('files').values(row).execute());
}

const request = (server: ServerProcess, path: string, headers: Record<string, string> = {}) =>
  new Promise<IncomingMessage>((resolve, reject) => {
    httpGet({ host: '127.0.0.1', port: server.port, path, headers, agent: false }, resolve).on(
      'error',
      reject,
    );
  });

type Read = { seconds: number; cpu: number; bytes: number; peak: number };

/** Reads a whole answer and throws it away; `peak` is the most memory the server had meanwhile. */
async function read(server: ServerProcess, path: string): Promise<Read> {
  const before = await server.cpu();
  const start = performance.now();
  const answer = await request(server, path);
  if (answer.statusCode !== 200) throw new Error(`${path} answers ${answer.statusCode}`);
  let [bytes, peak, nextLook] = [0, 0, 0];
  for await (const chunk of answer as AsyncIterable<Buffer>) {
    bytes += chunk.length;
    if (bytes < nextLook) continue;
    nextLook = bytes + 64 * MIB;
    peak = Math.max(peak, await server.memory());
  }
  if (bytes !== Number(answer.headers['content-length'])) throw new Error(`${path} broke off`);
  const seconds = (performance.now() - start) / 1000;
  return { seconds, cpu: (await server.cpu()) - before, bytes, peak };
}

async function compare(server: ServerProcess, zip: string) {
  const plain = '/plain';
  const idle = await server.memory();
  const { peak } = await read(server, zip);
  await read(server, plain);
  const rounds: { plain: Read; zip: Read }[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    rounds.push({ plain: await read(server, plain), zip: await read(server, zip) });
  }
  const rate = ({ bytes, seconds }: Read) => bytes / MIB / seconds;
  const of = (pick: (round: { plain: Read; zip: Read }) => number) => median(rounds.map(pick));
  console.log(
    [
      `${PHOTOS} photos, ${((PHOTOS * PHOTO_BYTES) / 1e9).toFixed(2)} GB:`,
      `ZIP ${of((round) => rate(round.zip)).toFixed(0)} MiB/s, plain ${of((round) => rate(round.plain)).toFixed(0)} MiB/s,`,
      `ratio ${of((round) => rate(round.zip) / rate(round.plain)).toFixed(2)} (median of ${ROUNDS});`,
      `server CPU ${of((round) => round.zip.cpu).toFixed(2)} against ${of((round) => round.plain.cpu).toFixed(2)} s;`,
      `memory ${(idle / MIB).toFixed(0)} MiB before the first ZIP, at most ${(peak / MIB).toFixed(0)} MiB during it`,
    ].join(' '),
  );
}

/** Fetches the archive in two parts, as after a cut line, and has two other programs judge it. */
async function check(server: ServerProcess, zip: string, dir: string) {
  const path = join(dir, 'week.zip');
  const first = await request(server, zip, { range: `bytes=0-${700 * MIB - 1}` });
  const etag = String(first.headers.etag);
  await pipeline(first, createWriteStream(path));
  const rest = await request(server, zip, { range: `bytes=${700 * MIB}-`, 'if-range': etag });
  if (rest.statusCode !== 206) throw new Error(`the rest answers ${rest.statusCode}`);
  await pipeline(rest, createWriteStream(path, { flags: 'a' }));
  const script =
    'import sys, zipfile; z = zipfile.ZipFile(sys.argv[1]); print(len(z.namelist()), z.testzip())';
  const python = execFileSync('python3', ['-c', script, path], { encoding: 'utf8' }).trim();
  const unzip = execFileSync('unzip', ['-tq', path], { encoding: 'utf8' }).trim();
  console.log(`fetched in two ranges; python3 zipfile: ${python}; unzip -t: ${unzip}`);
}

async function measure() {
  const dir = mkdtempSync(join(tmpdir(), 'overfly-zip-bench-'));
  try {
    execFileSync(process.execPath, [import.meta.filename, 'prepare', dir], { stdio: 'inherit' });
    const zip = readFileSync(join(dir, ADDRESS), 'utf8');
    const server = await startServer(import.meta.filename, 'serve', dir);
    await compare(server, zip);
    await check(server, zip, dir);
    await server.stop();
  } finally {
    rmSync(dir, { recursive: true, force: true });
  }
}

const [role, directory] = process.argv.slice(2);
if (role === 'serve' && directory) await serve(directory);
else if (role === 'prepare' && directory) await prepare(directory);
else await measure();
