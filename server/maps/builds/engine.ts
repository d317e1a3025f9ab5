import { randomUUID } from 'node:crypto';
import { Readable } from 'node:stream';
import { z } from 'zod';
import type { EngineOptions, EngineState } from '#domain/map-builds.ts';

// The NodeODM API, which NodeODX, ClusterODM and hosted services speak, too:
// https://github.com/OpenDroneMap/NodeODM/blob/master/docs/index.adoc

export type EngineAddress = { url: string; token: string | null };

const ANSWER_MS = 30_000;
const UPLOAD_MS = 15 * 60_000;

/** The engine refused a request, or sent something unusable. `isFinal`: the same request would fail again. */
export class EngineError extends Error {
  readonly isFinal: boolean;
  constructor(
    message: string,
    { isFinal = false, cause }: { isFinal?: boolean; cause?: unknown } = {},
  ) {
    super(message, { cause });
    this.isFinal = isFinal;
  }
}

/** The whole request was sent, but no answer arrived: the engine may have accepted it. */
export class LostAnswer extends Error {}

const Info = z.looseObject({
  version: z.coerce.string().default(''),
  engine: z.string().default('odm'),
  engineVersion: z.coerce.string().default(''),
  taskQueueCount: z.int().default(0),
  maxImages: z.int().nullish(),
  totalMemory: z.number().nullish(),
});
const Options = z.array(
  z.looseObject({
    name: z.string(),
    type: z.coerce.string(),
    value: z.coerce.string().default(''),
    help: z.coerce.string().default(''),
  }),
);
const Task = z.looseObject({
  imagesCount: z.int().default(0),
  progress: z.number().default(0),
  status: z.looseObject({ code: z.int(), errorMessage: z.string().optional() }),
  /** Without those that the engine doesn't know. */
  options: z.array(z.looseObject({ name: z.string() })).default([]),
  output: z.array(z.string()).default([]),
});

export const STATUS = { queued: 10, running: 20, failed: 30, completed: 40, canceled: 50 } as const;

export async function readState(engine: EngineAddress): Promise<EngineState & { label: string }> {
  const info = Info.parse(await call(engine, '/info'));
  const options = Options.parse(await call(engine, '/options'));
  return {
    engine: info.engine,
    version: info.engineVersion || info.version,
    queued: info.taskQueueCount,
    maxImages: info.maxImages ?? null,
    memory: info.totalMemory ?? null,
    options: options.map(({ name, type, value, help }) => ({ name, type, value, help })),
    label: `${info.engine} ${info.engineVersion} (API ${info.version})`,
  };
}

type NewTask = { id: string; name: string; options: EngineOptions; outputs: readonly string[] };

/** Before the commit, doing it again replaces the options and keeps the photos. */
export async function initTask(engine: EngineAddress, task: NewTask & { webhook: string | null }) {
  const form = new FormData();
  const options = Object.entries(task.options).map(([name, value]) => ({ name, value }));
  form.set('name', task.name);
  form.set('options', JSON.stringify(options));
  form.set('outputs', JSON.stringify(task.outputs));
  form.set('skipPostProcessing', 'true');
  if (task.webhook) form.set('webhook', task.webhook);
  await call(engine, '/task/new/init', { body: form, headers: { 'set-uuid': task.id } });
}

type Photo = { content: Blob; name: string; signal: AbortSignal };

/** Throws LostAnswer if the engine may have received it. */
export async function sendPhoto(
  engine: EngineAddress,
  taskId: string,
  { content, name, signal }: Photo,
) {
  const boundary = randomUUID();
  let isSent = false;
  // By hand: the stream of a FormData doesn't say when it is sent, and fails unhandled when it is aborted.
  const body = Readable.from(
    (async function* () {
      const disposition = `form-data; name="images"; filename="${name}"`;
      yield Buffer.from(
        `--${boundary}\r\ncontent-disposition: ${disposition}\r\ncontent-type: application/octet-stream\r\n\r\n`,
      );
      yield* content.stream();
      yield Buffer.from(`\r\n--${boundary}--\r\n`);
      isSent = true;
    })(),
  );
  try {
    await call(engine, `/task/new/upload/${taskId}`, {
      body: Readable.toWeb(body) as ReadableStream,
      headers: { 'content-type': `multipart/form-data; boundary=${boundary}` },
      signal: AbortSignal.any([signal, AbortSignal.timeout(UPLOAD_MS)]),
    });
  } catch (error) {
    if (isSent && !(error instanceof EngineError)) throw new LostAnswer('', { cause: error });
    throw error;
  }
}

export const commitTask = (engine: EngineAddress, taskId: string) =>
  call(engine, `/task/new/commit/${taskId}`, { body: new FormData() });

/** The engine doesn't know the task, or lost its photos. */
export const isForgotten = (error: unknown): boolean =>
  error instanceof EngineError && /not found|at least 1 file/i.test(error.message);

/** Null if the engine doesn't know the task. */
export async function readTask(engine: EngineAddress, taskId: string, fromLine = 0) {
  try {
    return Task.parse(await call(engine, `/task/${taskId}/info?with_output=${fromLine}`));
  } catch (error) {
    if (isForgotten(error)) return null;
    throw error;
  }
}

export const cancelTask = (engine: EngineAddress, uuid: string) =>
  call(engine, '/task/cancel', { body: new URLSearchParams({ uuid }) });

export const removeTask = (engine: EngineAddress, uuid: string) =>
  call(engine, '/task/remove', { body: new URLSearchParams({ uuid }) });

/** The archive with the outputs; the engine ignores Range. */
export async function openArchive(engine: EngineAddress, taskId: string, signal: AbortSignal) {
  const response = await request(engine, `/task/${taskId}/download/all.zip`, { signal });
  const isArchive = response.ok && !response.headers.get('content-type')?.includes('json');
  if (!isArchive || !response.body) {
    await checkedAnswer(response);
    throw new EngineError('The engine sent no archive.');
  }
  return { length: Number(response.headers.get('content-length')) || null, body: response.body };
}

type Request = {
  body?: FormData | URLSearchParams | ReadableStream | undefined;
  headers?: Record<string, string>;
  signal?: AbortSignal;
};

const call = async (engine: EngineAddress, path: string, options: Request = {}) =>
  checkedAnswer(
    await request(engine, path, { signal: AbortSignal.timeout(ANSWER_MS), ...options }),
  );

async function request({ url, token }: EngineAddress, path: string, options: Request) {
  const address = new URL(url + path);
  if (token) address.searchParams.set('token', token);
  const method = options.body ? 'POST' : 'GET';
  // A stream as the body needs `duplex`, which the DOM types lack.
  const init: RequestInit & { duplex: 'half' } = { method, duplex: 'half', ...options };
  return fetch(address, init);
}

/** Most errors are answered with status 200 and `{"error": …}`. */
async function checkedAnswer(response: Response): Promise<unknown> {
  const text = await response.text();
  const answer = parsed(text);
  const error = z
    .looseObject({ error: z.string(), noRetry: z.boolean().optional() })
    .safeParse(answer);
  if (error.success)
    throw new EngineError(error.data.error, { isFinal: error.data.noRetry === true });
  if (response.status === 401)
    throw new EngineError('The engine refused the token.', { isFinal: true });
  if (!response.ok || answer === undefined)
    throw new EngineError(`The engine answered with status ${response.status}.`);
  return answer;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
