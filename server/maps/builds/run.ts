import type { Context } from '#server/platform/context.ts';
import type { Tx } from '#server/platform/db/database.ts';
import type { EngineAddress } from './engine.ts';
import type { BuildChanges, BuildRow } from './queries.ts';

/** The claimed build, and what a step needs. */
export type Run = {
  ctx: Context;
  build: BuildRow;
  runId: string;
  engine: EngineAddress;
  signal: AbortSignal;
  /** Saves changes and announces them. Rejects with Overtaken if the build isn't this run's any more. */
  save(changes: BuildChanges, within?: (tx: Tx) => Promise<void>): Promise<void>;
};

/** The build was canceled, deleted, or taken over by another process. */
export class Overtaken extends Error {}
