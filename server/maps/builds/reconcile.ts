import { randomUUID } from 'node:crypto';
import { MAP_RESULTS, type EngineOptions } from '#domain/map-builds.ts';
import type { Context } from '#server/platform/context.ts';
import { mailOrigin } from '#server/platform/http/origin.ts';
import type { JobRun } from '#server/platform/queue/queue.ts';
import { engineAddress } from './engines.ts';
import {
  EngineError,
  commitTask,
  initTask,
  isForgotten,
  readState,
  readTask,
  removeTask,
  STATUS,
} from './engine.ts';
import { fetchResults } from './fetch-results.ts';
import { webhookPath } from './webhook.ts';
import {
  claimBuild,
  findBuild,
  listUnsent,
  markUnsent,
  releaseBuild,
  updateClaimed,
  type BuildChanges,
} from './queries.ts';
import { Overtaken, type Run } from './run.ts';
import { sendPhotos } from './send-photos.ts';

const SYSTEM = { kind: 'system' } as const;
/** How often all photos are sent again because the engine counted a different number. */
const MAX_RESTARTS = 3;
/** A download can be damaged on the way. */
const MAX_FETCHES = 5;
const FORGOTTEN = 'The engine no longer knows this map. It may have been restarted.';
/** An engine that restarts may not know its tasks for a moment. */
const UNKNOWN_MS = 15 * 60_000;
const CLAIM_MS = 10_000;

/** Why the build can't be finished, as shown to staff. */
class Failure extends Error {}

/**
 * Takes a build as far as it gets without waiting for the engine. Can be called at any time, by any number of
 * processes: one of them works on a build, each step can be repeated, and what is known is in the database.
 */
export async function reconcileBuild(ctx: Context, id: string, run: JobRun): Promise<void> {
  const runId = randomUUID();
  const build = await ctx.db.as(SYSTEM, async (tx) =>
    (await claimBuild(tx, id, runId)) ? findBuild(tx, id) : undefined,
  );
  if (!build) return;
  const stopped = new AbortController();
  const signal = AbortSignal.any([run.signal, stopped.signal]);
  const save: Run['save'] = (changes, within) =>
    ctx.db.as(SYSTEM, async (tx) => {
      await within?.(tx);
      if (!(await updateClaimed(tx, { id, runId }, changes))) throw new Overtaken();
      await ctx.record(tx, { type: 'map-build.changed', projectId: build.projectId });
    });
  const claim = setInterval(() => void save({}).catch(() => stopped.abort()), CLAIM_MS);
  try {
    const engine = await ctx.db.as(SYSTEM, (tx) => engineAddress(ctx, tx, build.engineId));
    if (!engine) throw new Failure('The engine was removed.');
    await advance({ ctx, build, runId, engine, signal, save });
  } catch (error) {
    await settle({ ctx, build, save }, error).catch(ignoreOvertaken);
  } finally {
    clearInterval(claim);
    await ctx.db.as(SYSTEM, (tx) => releaseBuild(tx, { id, runId }));
  }
}

const ignoreOvertaken = (error: unknown) => {
  if (!(error instanceof Overtaken)) throw error;
};

async function advance(run: Run): Promise<void> {
  const { build } = run;
  if (build.state === 'sending') await send(run);
  if (build.state === 'building') await follow(run);
  if (build.state === 'fetching') await receive(run);
}

async function move(run: Run, changes: BuildChanges): Promise<void> {
  await run.save(changes);
  Object.assign(run.build, changes);
}

const REACHABLE = { unreachableSince: null, unknownSince: null, problem: null };

async function send(run: Run): Promise<void> {
  const { ctx, build, engine } = run;
  // A process that was killed after the commit couldn't save it.
  if (!(await readTask(engine, build.taskId))) {
    const { label } = await readState(engine);
    await move(run, { ...REACHABLE, engineVersion: label });
    await initTask(engine, {
      id: build.taskId,
      name: build.title,
      options: build.options as EngineOptions,
      outputs: MAP_RESULTS.map(({ path }) => path),
      webhook: mailOrigin(ctx.config) + webhookPath(ctx, build.taskId),
    });
    try {
      await sendPhotos(run, await ctx.db.as(SYSTEM, (tx) => listUnsent(tx, build.id)));
      await commitTask(engine, build.taskId);
    } catch (error) {
      if (isForgotten(error)) return sendAgain(run);
      throw error;
    }
  }
  await move(run, { state: 'building', progress: null });
}

async function follow(run: Run): Promise<void> {
  const { build, engine, ctx } = run;
  const task = await readTask(engine, build.taskId);
  if (!task) {
    const since = build.unknownSince ?? ctx.clock();
    if (ctx.clock().getTime() - since.getTime() > UNKNOWN_MS) throw new Failure(FORGOTTEN);
    return move(run, { unknownSince: since, unreachableSince: null, problem: FORGOTTEN });
  }
  const { code, errorMessage } = task.status;
  if (code === STATUS.failed) throw new Failure(reasonOf(errorMessage));
  if (code === STATUS.canceled) throw new Failure('It was canceled at the engine.');
  // Engines may count the reference as a photo.
  if (![build.photoCount, build.fileCount].includes(task.imagesCount)) return sendAgain(run);
  const lastLine = task.output.at(-1)?.slice(0, 300) ?? build.lastLine;
  if (code !== STATUS.completed)
    return move(run, {
      ...REACHABLE,
      progress: code === STATUS.queued ? null : task.progress,
      lastLine,
    });
  await move(run, { ...REACHABLE, state: 'fetching', progress: null, lastLine });
}

/** The engine lost photos or has one twice. Only a new task has each photo once. */
async function sendAgain(run: Run): Promise<void> {
  const { build, engine } = run;
  if (build.restarts >= MAX_RESTARTS)
    throw new Failure('The connection to the engine is too unreliable to send all photos.');
  // Throws if another process has taken over, and committed the task.
  await run.save({});
  await removeTask(engine, build.taskId).catch(() => undefined);
  const changes = {
    taskId: randomUUID(),
    restarts: build.restarts + 1,
    state: 'sending' as const,
    progress: 0,
  };
  await run.save(changes, (tx) => markUnsent(tx, build.id).then(() => undefined));
  Object.assign(build, changes);
  await advance(run);
}

async function receive(run: Run): Promise<void> {
  const fetches = run.build.fetches + 1;
  await move(run, { fetches });
  try {
    await fetchResults(run);
  } catch (error) {
    if (!(error instanceof EngineError) || fetches < MAX_FETCHES) throw error;
    throw new Failure(error.message, { cause: error });
  }
  // The engine deletes its tasks after two days anyway.
  await removeTask(run.engine, run.build.taskId).catch(() => undefined);
}

/** Text in parentheses is the engine's. */
function reasonOf(message = ''): string {
  if (/memory/i.test(message))
    return 'The engine ran out of memory. Use the Fast preset, or an engine with more memory.';
  if (/cannot process dataset/i.test(message))
    return "The engine couldn't match the photos. They may overlap too little.";
  return message ? `The engine failed (${message.slice(0, 200)}).` : 'The engine failed.';
}

async function settle({ ctx, build, save }: Pick<Run, 'ctx' | 'build' | 'save'>, error: unknown) {
  if (error instanceof Overtaken) return;
  const isFinal = error instanceof Failure || (error instanceof EngineError && error.isFinal);
  if (!isFinal) {
    // No answer: the sweep tries again every minute, for as long as it takes.
    const problem = error instanceof EngineError ? error.message : null;
    if (problem === null && !isConnectionError(error))
      ctx.log.error({ err: error, buildId: build.id }, 'map build failed');
    return save({ problem, unreachableSince: build.unreachableSince ?? ctx.clock() });
  }
  const { title: name, projectId, submissionId, createdBy } = build;
  const changes = { state: 'failed' as const, problem: error.message, finishedAt: ctx.clock() };
  await save(changes, (tx) =>
    ctx.record(tx, {
      type: 'map-build.failed',
      id: submissionId,
      subjectType: 'submission',
      name,
      projectId,
      submissionId,
      createdBy,
      detail: { problem: error.message },
    }),
  );
}

const isConnectionError = (error: unknown) =>
  error instanceof TypeError || (error instanceof DOMException && /Timeout|Abort/.test(error.name));
