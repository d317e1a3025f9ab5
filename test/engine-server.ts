import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { crc32 } from 'node:zlib';
import { planZip, zipBytes } from '#domain/zip.ts';
import { randomFrom } from './random.ts';

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

const OPTIONS = ['dsm', 'dtm', 'pc-quality', 'fast-orthophoto', 'orthophoto-resolution', 'cog'].map(
  (name) => ({ name, type: 'string', value: '', domain: '', help: `Sets ${name}` }),
);

/**
 * A server with the NodeODM API as it really behaves (docs/decisions/0123): errors with status 200, repeated uploads
 * that make copies, unknown options that are dropped. It builds nothing: `finish` ends a task with given files.
 */
export async function startEngine(faults: Partial<Faults> = {}) {
  const engine = new Engine(faults);
  const server = createServer((request, response) => {
    void engine.answer(request, response).catch(() => response.destroy());
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return Object.assign(engine, {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async close() {
      server.closeAllConnections();
      server.close();
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
    const none = {
      refused: 0,
      lost: 0,
      cutAt: null,
      token: null,
      isDown: false,
    };
    this.faults = { ...none, ...faults };
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
    else {
      this.tasks.delete(uuid);
      this.removed.set(uuid, task);
    }
    return { success: true };
  }

  #init(uuid: string, body: Form) {
    const before = this.tasks.get(uuid);
    if (before?.isCommitted) return { error: `Invalid set-uuid: ${uuid}` };
    const known = new Set(OPTIONS.map(({ name }) => name));
    const options = JSON.parse(body.text('options')) as { name: string; value: unknown }[];
    this.tasks.set(uuid, {
      name: body.text('name'),
      options: Object.fromEntries(
        options.filter(({ name }) => known.has(name)).map(({ name, value }) => [name, value]),
      ),
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
    if (!task || task.isCommitted) return { error: `Invalid uuid (not found)` };
    task.isCommitted = true;
    return { uuid };
  }

  #task(uuid: string, url: URL) {
    const task = this.tasks.get(uuid);
    if (!task?.isCommitted) return { error: `${uuid} not found` };
    const output = url.searchParams.has('with_output')
      ? ['running dataset stage', 'last line']
      : undefined;
    const { status, progress, images } = task;
    const pictures = [...images.keys()].filter((name) => !/^(align|geo|gcp_list)\./.test(name));
    return { uuid, status, progress, imagesCount: pictures.length, output };
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

type Form = { text: (name: string) => string; files: File[] };

async function formOf(request: IncomingMessage): Promise<Form> {
  const bytes = await buffer(request);
  const headers = { 'content-type': request.headers['content-type'] ?? '' };
  const response = new Response(bytes.length > 0 ? Uint8Array.from(bytes) : 'a=', {
    headers: bytes.length > 0 ? headers : { 'content-type': 'application/x-www-form-urlencoded' },
  });
  // oxlint-disable-next-line typescript/no-deprecated -- the requests are small
  const form = await response.formData();
  const text = (name: string) => {
    const value = form.get(name);
    return typeof value === 'string' ? value : '';
  };
  return { text, files: form.getAll('images').filter((value) => value instanceof File) };
}

export async function zipOf(files: Iterable<readonly [string, Buffer]>): Promise<Buffer> {
  const contents = new Map(files);
  const entries = [...contents].map(([name, bytes]) => ({
    name,
    size: bytes.length,
    crc32: crc32(bytes),
    source: name,
    modifiedAt: new Date(0),
  }));
  const plan = planZip(entries);
  const parts: Uint8Array[] = [];
  const open = async function* (name: string, start: number, end: number) {
    yield contents.get(name)?.subarray(start, end + 1) ?? Buffer.alloc(0);
  };
  for await (const part of zipBytes(plan, 0, plan.size - 1, open)) parts.push(part);
  return Buffer.concat(parts);
}
