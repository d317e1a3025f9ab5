import fs, { statfsSync } from 'node:fs';
import os from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';

export type DirectoryLock = { release(): void };

/** Referenced here, because garbage collection would release the locks. */
const activeLocks = new Set<DatabaseSync>();

const SQLITE_BUSY = 5;

/** SQLite's lock works across containers and ends with the process. @throws {Error} if another process has it */
export function lockDirectory(directory: string): DirectoryLock {
  fs.mkdirSync(directory, { recursive: true, mode: 0o700 });
  const file = join(directory, 'postgres.lock');
  // A separate file, because opening and closing the lock file would release the lock.
  const holder = `${file}.txt`;
  const lock = lockedFile(file, () => inUse(fs.realpathSync(directory), holder));
  fs.writeFileSync(holder, `${os.hostname()}, since ${new Date().toISOString()}`);
  activeLocks.add(lock);
  return {
    release() {
      activeLocks.delete(lock);
      lock.close();
    },
  };
}

function lockedFile(file: string, busy: () => Error): DatabaseSync {
  let lock: DatabaseSync | undefined;
  try {
    lock = new DatabaseSync(file, { timeout: 0 });
    lock.exec('pragma journal_mode = memory; begin exclusive');
    return lock;
  } catch (error) {
    lock?.close();
    if (isBusy(error)) throw busy();
    throw new Error(`${file} cannot be locked: ${String(error)}`, { cause: error });
  }
}

const isBusy = (error: unknown) =>
  error instanceof Error && 'errcode' in error && error.errcode === SQLITE_BUSY;

function inUse(path: string, holder: string): Error {
  const holderLabel = fs.existsSync(holder) ? ` (on ${fs.readFileSync(holder, 'utf8')})` : '';
  return new Error(
    `The data directory ${path} is in use by another process${holderLabel}. ` +
      'Stop that process, choose another DATA_DIR, or use a PostgreSQL server (DATABASE_URL).',
  );
}

/** Linux file system types (statfs, linux/magic.h). */
const SHARED_FILE_SYSTEMS = new Map([
  [0x6969, 'NFS'],
  [0xff534d42, 'CIFS'],
  [0xfe534d42, 'SMB'],
  [0x517b, 'SMB'],
  [0x01021997, '9p'],
  [0x65735546, 'FUSE'],
  [0x00c36400, 'Ceph'],
  [0x5346414f, 'AFS'],
  [0x0bd00bd0, 'Lustre'],
]);

/** Returns null for a local disk. */
export function sharedDiskWarning(
  directory: string,
  type = statfsSync(directory).type,
): string | null {
  // Some systems return a signed number.
  const name = process.platform === 'linux' ? SHARED_FILE_SYSTEMS.get(type >>> 0) : undefined;
  if (name === undefined) return null;
  return (
    `DATA_DIR: ${directory} is on a disk of type ${name}, which several machines may share. Run Overfly on ` +
    'only one of them: the others may not notice that the directory is in use. Or use a PostgreSQL server (DATABASE_URL).'
  );
}
