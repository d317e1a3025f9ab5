import { ZodError } from 'zod';
import { AppError } from '#domain/errors.ts';
import type { Engine, EngineInput, EngineState } from '#domain/map-builds.ts';
import type { Context } from '#server/platform/context.ts';
import { createCipher } from '#server/platform/crypto.ts';
import type { Tx } from '#server/platform/db/database.ts';
import type { Viewer } from '#server/platform/db/viewer.ts';
import { readState, EngineError, type EngineAddress } from './engine.ts';
import {
  deleteEngine,
  findEngine,
  insertEngine,
  listEngines,
  updateEngine,
  type EngineRow,
} from './queries.ts';

/** The engine of ENGINE_URL. */
const SERVER_ENGINE_ID = '00000000-0000-4000-8000-000000000001';

const cipherOf = ({ config }: Context) => createCipher(config.secretKey, 'engine-token');

const presentEngine = ({ id, name, url, token }: EngineRow): Engine => ({
  id,
  name,
  url,
  hasToken: token !== null,
  isFromServer: false,
});

function serverEngine({ config }: Context): Engine | null {
  const { engine } = config;
  if (!engine) return null;
  const { url, token } = engine;
  return {
    id: SERVER_ENGINE_ID,
    name: new URL(url).host,
    url,
    hasToken: token !== null,
    isFromServer: true,
  };
}

export const enginesFor = (ctx: Context, viewer: Viewer): Promise<Engine[]> =>
  ctx.db.as(viewer, (tx) => enginesIn(ctx, tx));

export async function enginesIn(ctx: Context, tx: Tx): Promise<Engine[]> {
  const first = serverEngine(ctx);
  const others = (await listEngines(tx)).map(presentEngine);
  return first ? [first, ...others] : others;
}

/** Null if the engine was removed. */
export async function engineAddress(
  ctx: Context,
  tx: Tx,
  id: string,
): Promise<EngineAddress | null> {
  if (id === SERVER_ENGINE_ID) return ctx.config.engine;
  const row = await findEngine(tx, id);
  return row
    ? { url: row.url, token: row.token && cipherOf(ctx).decrypt(row.token, row.id) }
    : null;
}

export const addEngine = (ctx: Context, viewer: Viewer, { name, url, token }: EngineInput) =>
  ctx.db.as(viewer, async (tx) => {
    const { id } = await insertEngine(tx, { name, url, createdAt: ctx.clock() });
    const sealed = token ? cipherOf(ctx).encrypt(token, id) : null;
    const row = await updateEngine(tx, id, { token: sealed });
    if (!row) throw new AppError('ENGINE_NOT_FOUND');
    await ctx.record(tx, { type: 'engine.created', id, name, detail: { url } });
    return presentEngine(row);
  });

/** Throws ENGINE_NOT_FOUND, also for the engine of ENGINE_URL. */
export const changeEngine = (
  ctx: Context,
  viewer: Viewer,
  { id, name, url, token }: EngineInput & { id: string },
) =>
  ctx.db.as(viewer, async (tx) => {
    const sealed = token ? cipherOf(ctx).encrypt(token, id) : null;
    const row = await updateEngine(tx, id, {
      name,
      url,
      ...(token !== undefined && { token: sealed }),
    });
    if (!row) throw new AppError('ENGINE_NOT_FOUND');
    await ctx.record(tx, { type: 'engine.changed', id, name, detail: { url } });
    return presentEngine(row);
  });

/** Its unfinished builds fail. Throws ENGINE_NOT_FOUND. */
export const removeEngine = (ctx: Context, viewer: Viewer, { id }: { id: string }) =>
  ctx.db.as(viewer, async (tx) => {
    const removed = await deleteEngine(tx, id);
    if (!removed) throw new AppError('ENGINE_NOT_FOUND');
    await ctx.record(tx, { type: 'engine.deleted', id, name: removed.name });
    return { id };
  });

/** Throws ENGINE_NOT_FOUND or ENGINE_UNREACHABLE, with the engine's message. */
export async function testEngine(
  ctx: Context,
  viewer: Viewer,
  { id }: { id: string },
): Promise<EngineState> {
  const engine = await ctx.db.as(viewer, (tx) => engineAddress(ctx, tx, id));
  if (!engine) throw new AppError('ENGINE_NOT_FOUND');
  try {
    return await readState(engine);
  } catch (cause) {
    const message = cause instanceof EngineError ? cause.message : undefined;
    if (cause instanceof ZodError)
      throw new AppError('ENGINE_UNREACHABLE', 'No map engine has this address.', { cause });
    throw new AppError('ENGINE_UNREACHABLE', message, { cause });
  }
}
