// Preloaded (node --import) into a program and its threads: writes down what is forced to disk,
// one path a line, in $WATCH_FILES/synced, and refuses to write the log of PostgreSQL, as a full
// disk would, for as long as $WATCH_FILES/full exists.
import fs from 'node:fs';
import { join } from 'node:path';

const folder = process.env.WATCH_FILES ?? '';
const { appendFileSync, existsSync, fsyncSync, openSync, writeSync } = fs;
/** @type {Map<number, string>} */
const paths = new Map();

fs.openSync = (path, ...rest) => {
  const file = openSync(path, ...rest);
  paths.set(file, String(path));
  return file;
};

fs.fsyncSync = (file) => {
  fsyncSync(file);
  appendFileSync(join(folder, 'synced'), `${paths.get(file)}\n`);
};

fs.writeSync = /** @type {typeof fs.writeSync} */ (
  (/** @type {number} */ file, /** @type {unknown[]} */ ...rest) => {
    if (paths.get(file)?.includes('pg_wal') && existsSync(join(folder, 'full'))) {
      throw Object.assign(new Error('no space left on device'), { code: 'ENOSPC' });
    }
    return Reflect.apply(writeSync, fs, [file, ...rest]);
  }
);
