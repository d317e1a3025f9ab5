// A server with the NodeODM API that builds nothing. As a program, for demos and development, it answers each task with
// the maps of the sample site: node test/programs/map-engine.ts --port 3000
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { rasterPath } from '#demo/flight/site-files.ts';
import { formOf, type Form } from '../fixtures/form-of.ts';
import { zipOf } from '../fixtures/zip-of.ts';
import { randomFrom } from '../random.ts';

type Task = {
  name: string;
  options: Record<string, unknown>;
  outputs: string[];
  webhook: string | null;
  images: Map<string, Buffer>;
  isCommitted: boolean;
  status: { code: number; errorMessage?: string };
  progress: number;
};

export type Faults = {
  /** Shares of uploads that are refused with status 500, and accepted without an answer. */
  refused: number;
  lost: number;
  /** Ends the archive at this share, without announcing its length. */
  cutAt: number | null;
  token: string | null;
  isDown: boolean;
};

const KNOWN = ['dsm', 'dtm', 'pc-quality', 'fast-orthophoto', 'orthophoto-resolution', 'cog'];
const OPTIONS = KNOWN.map((name) => ({ name, type: 'string', value: '', help: `Sets ${name}` }));

/**
 * Behaves like real engines (docs/decisions/0123): errors with status 200, repeated uploads that make copies, unknown
 * options that are dropped. `finish` ends a task with given files.
 */
export async function startEngine(faults: Partial<Faults> = {}, port = 0) {
  const engine = new Engine(faults);
  const server = createServer((request, response) => {
    void engine.answer(request, response).catch(() => response.destroy());
  });
  await once(server.listen(port, '127.0.0.1'), 'listening');
  return Object.assign(engine, {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async close() {
      server.close().closeAllConnections();
      await once(server, 'close');
    },
  });
}
export type FakeEngine = Awaited<ReturnType<typeof startEngine>>;

class Engine {
  readonly tasks = new Map<string, Task>();
  readonly removed = new Map<string, Task>();
  readonly faults: Faults;
  version = '3.5.6';
  results = new Map<string, Buffer>();
  /** Called with the path of each request, before it is handled. */
  onRequest: (path: string) => Promise<void> = async () => {};
  readonly #random = randomFrom(1);

  constructor(faults: Partial<Faults>) {
    this.faults = { refused: 0, lost: 0, cutAt: null, token: null, isDown: false, ...faults };
  }

  /** Committed tasks that weren't removed. */
  get running(): Task[] {
    return [...this.tasks.values()].filter(({ isCommitted }) => isCommitted);
  }

  finish(code: 30 | 40 | 50, errorMessage?: string): void {
    for (const task of this.running) task.status = errorMessage ? { code, errorMessage } : { code };
  }

  async answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = new URL(request.url ?? '', 'http://engine');
    if (this.faults.isDown) return void response.destroy();
    await this.onRequest(url.pathname);
    const send = (body: object, status = 200) =>
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
    if (this.faults.token !== null && url.searchParams.get('token') !== this.faults.token)
      return void send({ error: 'Invalid authentication token' });
    const [, root, id = '', verb = '', last = ''] = url.pathname.split('/');
    if (root === 'info') return void send(this.#info());
    if (root === 'options') return void send(OPTIONS);
    if (id === 'new' && verb === 'upload') return this.#upload(last, request, response);
    if (verb === 'download') return this.#download(id, response);
    return void send(await this.#act([id, verb, last], request, url));
  }

  #info = () => ({
    version: '2.2.4',
    engine: 'odm',
    engineVersion: this.version,
    taskQueueCount: this.running.length,
    maxImages: null,
    totalMemory: 17_179_869_184,
  });

  async #act([id, verb, last]: [string, string, string], request: IncomingMessage, url: URL) {
    if (verb === 'info') return this.#task(id, url);
    const body = await formOf(request);
    if (id === 'new' && verb === 'init')
      return this.#init(String(request.headers['set-uuid']), body);
    if (id === 'new') return this.#commit(last);
    const uuid = body.text('uuid');
    const task = this.tasks.get(uuid);
    if (!task) return { error: `${uuid} not found` };
    if (id === 'cancel') task.status = { code: 50 };
    else if (this.tasks.delete(uuid)) this.removed.set(uuid, task);
    return { success: true };
  }

  #init(uuid: string, body: Form) {
    const before = this.tasks.get(uuid);
    if (before?.isCommitted) return { error: `Invalid set-uuid: ${uuid}` };
    const options = JSON.parse(body.text('options')) as { name: string; value: unknown }[];
    const kept = options.filter(({ name }) => KNOWN.includes(name));
    this.tasks.set(uuid, {
      name: body.text('name'),
      options: Object.fromEntries(kept.map(({ name, value }) => [name, value])),
      outputs: JSON.parse(body.text('outputs')) as string[],
      webhook: body.text('webhook') || null,
      images: before?.images ?? new Map<string, Buffer>(),
      isCommitted: false,
      status: { code: 10 },
      progress: 0,
    });
    return { uuid };
  }

  #commit(uuid: string) {
    const task = this.tasks.get(uuid);
    if (!task || task.isCommitted) return { error: 'Invalid uuid (not found)' };
    if (task.images.size === 0) return { error: 'Need at least 1 file.' };
    task.isCommitted = true;
    return { uuid };
  }

  #task(uuid: string, url: URL) {
    const task = this.tasks.get(uuid);
    if (!task?.isCommitted) return { error: `${uuid} not found` };
    const output = url.searchParams.has('with_output') ? ['first line', 'last line'] : undefined;
    const { status, progress, images } = task;
    const options = Object.entries(task.options).map(([name, value]) => ({ name, value }));
    const pictures = [...images.keys()].filter((name) => !/^(align|geo|gcp_list)\./.test(name));
    return { uuid, status, progress, options, imagesCount: pictures.length, output };
  }

  async #upload(uuid: string, request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = await formOf(request);
    const task = this.tasks.get(uuid);
    const luck = this.#random();
    if (luck < this.faults.refused) return void response.writeHead(500).end('<html>Bad gateway');
    if (!task || task.isCommitted)
      return void response.end(JSON.stringify({ error: 'Invalid uuid (not found)' }));
    for (const file of body.files) {
      let { name } = file;
      while (task.images.has(name)) name = name.replace(/(\.\w+)?$/, '_$1');
      task.images.set(name, Buffer.from(await file.arrayBuffer()));
    }
    if (luck < this.faults.refused + this.faults.lost) return void response.destroy();
    response.end(JSON.stringify({ success: true }));
  }

  async #download(uuid: string, response: ServerResponse): Promise<void> {
    const task = this.tasks.get(uuid);
    if (task?.status.code !== 40)
      return void response.end(JSON.stringify({ error: 'Invalid asset' }));
    const wanted = [...this.results].filter(([name]) => task.outputs.includes(name));
    const zip = await zipOf(wanted);
    const { cutAt } = this.faults;
    response.setHeader('content-type', 'application/zip');
    if (cutAt === null) response.setHeader('content-length', zip.length);
    response.end(cutAt === null ? zip : zip.subarray(0, zip.length * cutAt));
  }
}

/** Finishes each task after some seconds, and notifies the product. */
async function run(port: number): Promise<void> {
  const engine = await startEngine({}, port);
  engine.results.set('odm_orthophoto/odm_orthophoto.tif', await readFile(rasterPath(1, 'ortho')));
  engine.results.set('odm_dem/dsm.tif', await readFile(rasterPath(1, 'surface')));
  setInterval(() => {
    for (const task of engine.running.filter(({ status }) => status.code <= 20)) {
      task.progress += 10;
      task.status = { code: task.progress < 100 ? 20 : 40 };
      if (task.webhook) fetch(task.webhook, { method: 'POST' }).catch(() => {});
    }
  }, 1000);
}

if (process.argv[1] === import.meta.filename) await run(Number(process.argv[3] ?? 3000));
