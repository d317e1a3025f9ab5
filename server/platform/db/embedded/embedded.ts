import fs from 'node:fs';
import { dirname, join } from 'node:path';
import type pg from 'pg';
import type { Logger } from 'pino';
import { createPool } from '../pool.ts';
import { lockDirectory, sharedDiskWarning, type DirectoryLock } from './directory-lock.ts';
import { syncPath, syncTree } from './durable-files.ts';
import { Engine } from './engine.ts';
import { MAINTENANCE, startMaintenance, type MaintenanceIntervals } from './maintenance.ts';

export type Embedded = {
  readonly pool: pg.Pool;
  readonly engine: Engine;
  close(): Promise<void>;
};

export type EmbeddedOptions = {
  /** Null keeps everything in memory. */
  directory: string | null;
  log: Logger;
  /** False skips fsync. */
  durable?: boolean;
  /** A tar of a data directory (Engine.image) to start from. */
  image?: ArrayBuffer;
  maintenance?: MaintenanceIntervals;
};

/**
 * PGlite has only one session, so the pool must have only one connection. @throws {Error} if another process uses the
 * directory
 */
export async function openEmbedded(options: EmbeddedOptions): Promise<Embedded> {
  const { directory, log, durable = true, image } = options;
  const lock = directory === null ? null : lockDirectory(dirname(directory));
  try {
    const warning = directory === null ? null : sharedDiskWarning(dirname(directory));
    if (warning) log.warn(warning);
    if (directory !== null) await initialize(directory, image, log);
    const inMemory = directory === null ? image : undefined;
    const engine = new Engine({ directory, durable, image: inMemory }, log);
    await engine.start();
    return createEmbedded(engine, lock, options);
  } catch (error) {
    lock?.release();
    throw error;
  }
}

function createEmbedded(
  engine: Engine,
  lock: DirectoryLock | null,
  options: EmbeddedOptions,
): Embedded {
  const pool = createPool(
    {
      max: 1,
      stream: () => engine.connect(),
      user: 'postgres',
      database: 'postgres',
      password: 'not checked',
      idleTimeoutMillis: 0,
    },
    options.log,
  );
  const stopMaintenance = startMaintenance(pool, options.log, options.maintenance ?? MAINTENANCE);
  return {
    pool,
    engine,
    async close() {
      stopMaintenance();
      await pool.end();
      await engine.close();
      lock?.release();
    },
  };
}

/** Syncs the directory before renaming it, so that an existing directory is always complete. */
async function initialize(
  directory: string,
  image: ArrayBuffer | undefined,
  log: Logger,
): Promise<void> {
  if (fs.existsSync(join(directory, 'PG_VERSION'))) {
    if (image === undefined) return;
    throw new Error(`${directory} already contains a database.`);
  }
  if (fs.existsSync(directory) && fs.readdirSync(directory).length > 0) {
    throw new Error(`${directory} is not empty and does not contain a PostgreSQL database.`);
  }
  const unfinished = `${directory}.new`;
  fs.rmSync(unfinished, { recursive: true, force: true });
  fs.mkdirSync(unfinished, { mode: 0o700 });
  const engine = new Engine({ directory: unfinished, durable: false, image }, log);
  await engine.start();
  await engine.close();
  syncTree(unfinished);
  fs.rmSync(directory, { recursive: true, force: true });
  fs.renameSync(unfinished, directory);
  syncPath(dirname(directory));
}
