import { parentPort, workerData, type MessagePort } from 'node:worker_threads';
import { PGlite, type PGliteOptions } from '@electric-sql/pglite';
import { pg_trgm } from '@electric-sql/pglite/contrib/pg_trgm';
import { DurableFiles } from './durable-files.ts';
import { WireSession } from './wire.ts';
import type { FromWorker, ToWorker, WorkerTask } from './engine.ts';

/** Exit status that PGlite throws for a failed SQL statement (a longjmp). */
const STATEMENT_FAILED = 100;
/** The default of 128 MB would hold the same data as the operating system's file cache. */
const SETTINGS = [
  '-c',
  'shared_buffers=32MB',
  '-c',
  'wal_sync_method=fsync',
  '-c',
  'min_wal_size=32MB',
  '-c',
  'max_wal_size=64MB',
];

const extensions = { pg_trgm };

const task = workerData as WorkerTask;
let lastMessage = '';
const db = new PGlite(optionsFor(task));
await db.waitReady;
watchEngine();

const session = new WireSession(db, exitWithError);
parentPort?.on('message', (message: ToWorker) => {
  if ('port' in message) session.serve(message.port);
  else if ('imageTo' in message) void session.whenIdle(() => sendImage(message.imageTo));
  else void session.whenIdle(close);
});
post({ ready: true });

function optionsFor({ directory, durable, image }: WorkerTask): PGliteOptions {
  const onStderr = (line: string) => {
    if (/\b(PANIC|FATAL|WARNING):/.test(line)) post({ log: line });
    if (/\bPANIC:/.test(line)) lastMessage = line;
    return false;
  };
  const loadDataDir = image === undefined ? undefined : new Blob([image]);
  if (directory === null) return { dataDir: 'memory://', extensions, onStderr, loadDataDir };
  const startParams = PGlite.defaultStartParams.filter((param) => !(durable && param === '-F'));
  const fs = new DurableFiles(directory);
  return { fs, extensions, onStderr, loadDataDir, startParams: [...startParams, ...SETTINGS] };
}

/** PGlite ignores engine errors, even a PANIC or WebAssembly trap, and would continue in an unknown state. */
function watchEngine(): void {
  const engine = db.Module as unknown as { _PostgresMainLoopOnce: () => void };
  const runOnce = engine._PostgresMainLoopOnce;
  engine._PostgresMainLoopOnce = () => {
    try {
      runOnce();
    } catch (error) {
      const status = (error as { status?: unknown }).status;
      if (status !== STATEMENT_FAILED) exitWithError(error);
      throw error;
    }
  };
}

function exitWithError(error: unknown): void {
  post({ log: lastMessage || `the engine failed: ${String(error)}` });
  process.exit(1);
}

async function sendImage(port: MessagePort): Promise<void> {
  const image = await (await db.dumpDataDir('none')).arrayBuffer();
  port.postMessage(image, [image]);
}

async function close(): Promise<void> {
  session.stop();
  await db.close();
  post({ closed: true });
}

function post(message: FromWorker): void {
  parentPort?.postMessage(message, []);
}
