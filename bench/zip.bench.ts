// A ZIP of 12 submissions (2 GB) vs. the same number of bytes read through the same server. Also checks memory, fifty
// interruptions, and the validity of the archive.
import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import {
  appendFileSync,
  createReadStream,
  createWriteStream,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
  type WriteStream,
} from 'node:fs';
import { createHash, randomBytes, randomInt, randomUUID, type Hash } from 'node:crypto';
import { get as httpGet, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { crc32 } from 'node:zlib';
import { createApp } from '#server/app.ts';
import { readConfig } from '#server/config.ts';
import { createContext } from '#server/context.ts';
import type { Context } from '#server/platform/context.ts';
import { originalKey } from '#server/platform/storage/storage.ts';
import {
  makeCompany,
  makeDownload,
  makePerson,
  makeProject,
  makeSubmission,
} from '#test/factories.ts';
import { median, reportServer, startServer, type ServerProcess } from './server-process.ts';

const MIB = 1024 ** 2;
const WEEKS = 12;
const PHOTOS_PER_WEEK = 14;
const PHOTOS = WEEKS * PHOTOS_PER_WEEK;
const PHOTO_BYTES = 13 * MIB - 12_345;
const PLAIN = 'plain.bin';
const ADDRESS = 'address.json';
const ROUNDS = 5;
const CUTS = 50;

type Address = { path: string; headers: { cookie: string } };

const contextIn = (dir: string) =>
  createContext(readConfig({ DATA_DIR: dir, DEMO: '0', LOG_LEVEL: 'warn' }));

async function serve(dir: string) {
  const ctx = await contextIn(dir);
  const app = await createApp(ctx);
  // A minimal file response for comparison: 1 MiB chunks, no lookups.
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

/**
 * Creates twelve published submissions with photos of random bytes, and a file of the same size. Writes the archive's
 * URL to a file.
 */
async function prepare(dir: string) {
  const ctx = await contextIn(dir);
  const company = await makeCompany(ctx);
  const client = await makePerson(ctx, 'client', { companyId: company.id });
  const project = await makeProject(ctx, company.id);
  let submissionId = '';
  for (let index = 0; index < PHOTOS; index++) {
    if (index % PHOTOS_PER_WEEK === 0)
      submissionId = (await makeSubmission(ctx, project.id, { published: true })).id;
    const bytes = randomBytes(PHOTO_BYTES);
    appendFileSync(join(dir, PLAIN), bytes);
    await addPhoto(ctx, dir, { submissionId, projectId: project.id, index, bytes });
  }
  const { url } = await makeDownload(ctx, client, { projectId: project.id });
  const address: Address = { path: url, headers: { cookie: client.cookie } };
  writeFileSync(join(dir, ADDRESS), JSON.stringify(address));
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

const request = (
  server: ServerProcess,
  { path, headers }: Address,
  more: Record<string, string> = {},
) =>
  new Promise<IncomingMessage>((resolve, reject) => {
    const to = { host: '127.0.0.1', port: server.port, path, agent: false };
    httpGet({ ...to, headers: { ...headers, ...more } }, resolve).on('error', reject);
  });

type Read = { seconds: number; cpu: number; bytes: number; peak: number };

/** Reads and discards a response; `peak`: the server's maximum memory while reading. */
async function read(server: ServerProcess, address: Address): Promise<Read> {
  const { path } = address;
  const before = await server.cpu();
  const start = performance.now();
  const answer = await request(server, address);
  if (answer.statusCode !== 200) throw new Error(`${path} returned ${answer.statusCode}`);
  let [bytes, peak, nextLook] = [0, 0, 0];
  for await (const chunk of answer as AsyncIterable<Buffer>) {
    bytes += chunk.length;
    if (bytes < nextLook) continue;
    nextLook = bytes + 64 * MIB;
    peak = Math.max(peak, await server.memory());
  }
  if (bytes !== Number(answer.headers['content-length'])) throw new Error(`${path} was cut off`);
  const seconds = (performance.now() - start) / 1000;
  return { seconds, cpu: (await server.cpu()) - before, bytes, peak };
}

async function compare(server: ServerProcess, zip: Address) {
  const plain = { ...zip, path: '/plain' };
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
      `${WEEKS} weeks, ${PHOTOS} photos, ${((PHOTOS * PHOTO_BYTES) / 1e9).toFixed(2)} GB:`,
      `ZIP ${of((round) => rate(round.zip)).toFixed(0)} MiB/s, plain ${of((round) => rate(round.plain)).toFixed(0)} MiB/s,`,
      `ratio ${of((round) => rate(round.zip) / rate(round.plain)).toFixed(2)} (median of ${ROUNDS});`,
      `server CPU ${of((round) => round.zip.cpu).toFixed(2)} against ${of((round) => round.plain.cpu).toFixed(2)} s;`,
      `memory ${(idle / MIB).toFixed(0)} MiB before the first ZIP, at most ${(peak / MIB).toFixed(0)} MiB during it`,
    ].join(' '),
  );
}

/** Copies the response to `out`, and closes the connection after `length` bytes. Returns the number received. */
async function readPart(
  answer: IncomingMessage,
  length: number,
  out: { hash: Hash; file: WriteStream },
): Promise<number> {
  let got = 0;
  for await (const chunk of answer as AsyncIterable<Buffer>) {
    const part = chunk.subarray(0, length - got);
    out.hash.update(part);
    if (!out.file.write(part)) await once(out.file, 'drain');
    got += part.length;
    if (got === length) break;
  }
  // Leaving the loop closes the socket, like a lost connection.
  return got;
}

/** Compares with an uninterrupted download, and validates the archive with two other programs. */
async function check(server: ServerProcess, zip: Address, dir: string) {
  const path = join(dir, 'weeks.zip');
  const whole = await request(server, zip);
  const { etag = '', 'content-length': size } = whole.headers;
  const wholeHash = createHash('sha256');
  for await (const chunk of whole as AsyncIterable<Buffer>) wholeHash.update(chunk);
  const bytes = Number(size);
  const cuts = Array.from({ length: CUTS }, () => randomInt(1, bytes)).toSorted((a, b) => a - b);
  const out = { hash: createHash('sha256'), file: createWriteStream(path) };
  let at = 0;
  for (const cut of [...cuts, bytes]) {
    if (cut === at) continue;
    const answer = await request(server, zip, { range: `bytes=${at}-`, 'if-range': etag });
    if (answer.statusCode !== 206)
      throw new Error(`the range request returned ${answer.statusCode}`);
    at += await readPart(answer, cut - at, out);
  }
  out.file.end();
  await once(out.file, 'finish');
  const isSame = wholeHash.digest('hex') === out.hash.digest('hex');
  const script =
    'import sys, zipfile; z = zipfile.ZipFile(sys.argv[1]); print(len(z.namelist()), z.testzip())';
  const python = execFileSync('python3', ['-c', script, path], { encoding: 'utf8' }).trim();
  const unzip = execFileSync('unzip', ['-tq', path], { encoding: 'utf8' }).trim();
  console.log(
    `${CUTS} cuts: ${isSame ? 'the same SHA-256' : 'ANOTHER SHA-256'}; python3 zipfile: ${python}; unzip -t: ${unzip}`,
  );
}

async function measure() {
  const dir = mkdtempSync(join(tmpdir(), 'overfly-zip-bench-'));
  try {
    execFileSync(process.execPath, [import.meta.filename, 'prepare', dir], { stdio: 'inherit' });
    const zip = JSON.parse(readFileSync(join(dir, ADDRESS), 'utf8')) as Address;
    const server = await startServer(import.meta.filename, 'serve', dir);
    await check(server, zip, dir);
    await compare(server, zip);
    await server.stop();
  } finally {
    rmSync(dir, { recursive: true, force: true });
  }
}

const [role, directory] = process.argv.slice(2);
if (role === 'serve' && directory) await serve(directory);
else if (role === 'prepare' && directory) await prepare(directory);
else await measure();
