// Preloaded (node --import) into a program and its threads: logs each file synced to disk in $WATCH_FILES/synced, and
// simulates a full disk for PostgreSQL's log while $WATCH_FILES/full exists.
import fs from 'node:fs';
import { join } from 'node:path';

const folder = process.env.WATCH_FILES ?? '';
const { openSync, fsyncSync } = fs;
const writeSync = fs.writeSync as (file: number, ...rest: unknown[]) => number;
const paths = new Map<number, string>();

fs.openSync = (...args: Parameters<typeof openSync>) => {
  const file = openSync(...args);
  paths.set(file, String(args[0]));
  return file;
};

fs.fsyncSync = (file) => {
  fsyncSync(file);
  fs.appendFileSync(join(folder, 'synced'), `${paths.get(file)}\n`);
};

fs.writeSync = (file: number, ...rest: unknown[]) => {
  if (paths.get(file)?.includes('pg_wal') && fs.existsSync(join(folder, 'full'))) {
    throw Object.assign(new Error('no space left on device'), { code: 'ENOSPC' });
  }
  return writeSync(file, ...rest);
};
