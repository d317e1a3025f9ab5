import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readConfig } from '#server/config.ts';
import { createContext } from '#server/context.ts';
import { launch, waitUntilHealthy } from '../../e2e/program.ts';
import { inherited } from '../../scripts/run.mjs';
import { freePort } from '../../scripts/test-database.mjs';
import { createServerDatabase } from '../database.ts';
import { hasS3Server, startS3Server, type S3Settings } from '../s3-server.ts';

type Settings = Record<string, string>;

/**
 * Two `serve` and two `work` processes of one site, started at once on an empty database and bucket (or folder, without
 * an S3 server), and a proxy in front of the `serve` processes. `ctx` is the same site in this process, which runs no
 * jobs.
 */
export async function startProcesses() {
  await using opened = new AsyncDisposableStack();
  const dataDir = await mkdtemp(join(tmpdir(), 'overfly-processes-'));
  opened.defer(() => rm(dataDir, { recursive: true, force: true }));
  const database = await createServerDatabase();
  opened.defer(() => database.drop());
  const s3 = hasS3Server ? await startS3Server() : null;
  opened.defer(() => s3?.stop());
  const ports = [await freePort(), await freePort()];
  const proxy = opened.use(await startProxy(ports));
  const settings = {
    ...inherited(),
    DATA_DIR: dataDir,
    DATABASE_URL: database.url,
    ...(s3 && inBucket(s3.settings)),
    PUBLIC_URL: proxy.url,
    DEMO: '0',
    LOG_LEVEL: 'fatal',
  };
  const web = ports.map((port) => opened.use(new Member('serve', settings, port)));
  const work = [1, 2].map(() => opened.use(new Member('work', settings)));
  await Promise.all(web.map((member) => member.ready()));
  const ctx = await createContext(readConfig(settings));
  opened.defer(() => ctx.close());
  const owned = opened.move();
  return { url: proxy.url, web, work, ctx, dataDir, close: () => owned.disposeAsync() };
}

const inBucket = (s3: S3Settings): Settings => ({
  S3_ENDPOINT: s3.endpoint,
  S3_BUCKET: s3.bucket,
  S3_REGION: s3.region,
  S3_ACCESS_KEY_ID: s3.accessKeyId,
  S3_SECRET_ACCESS_KEY: s3.secretAccessKey,
});

class Member {
  readonly url: string;
  readonly #start: () => ReturnType<typeof launch>;
  #run: ReturnType<typeof launch>;

  constructor(command: 'serve' | 'work', settings: Settings, port = 0) {
    this.url = `http://127.0.0.1:${port}`;
    this.#start = () => launch({ ...settings, PORT: String(port) }, command);
    this.#run = this.#start();
  }

  /** The process ID, until it is restarted. */
  get pid(): number {
    return this.#run.pid;
  }

  ready(): Promise<void> {
    return waitUntilHealthy(this.url, this.#run);
  }

  /** Ends it with `signal` and starts it again, without waiting until it is ready. */
  async restart(signal: 'SIGTERM' | 'SIGKILL'): Promise<void> {
    await this.#run.end(signal);
    this.#run = this.#start();
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.#run.end('SIGKILL');
  }
}

/** Forwards each connection to the next process that accepts it, in turn. */
async function startProxy(ports: readonly number[]) {
  const sockets = new Set<Socket>();
  let turn = 0;
  const pass = (client: Socket, tries: number) => {
    const upstream = connect(ports[turn++ % ports.length] ?? 0, '127.0.0.1');
    const next = () => pass(client, tries - 1);
    const refused = () => (tries > 1 && !client.destroyed ? next() : client.destroy());
    upstream.once('error', refused).once('connect', () => {
      upstream.off('error', refused).once('error', () => client.destroy());
      client.pipe(upstream).pipe(client);
    });
    client.once('close', () => upstream.destroy());
  };
  const server = createServer((client) => {
    sockets.add(client.once('close', () => sockets.delete(client)).on('error', () => {}));
    pass(client, ports.length);
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async [Symbol.asyncDispose]() {
      server.close();
      for (const socket of sockets) socket.destroy();
      await once(server, 'close');
    },
  };
}
