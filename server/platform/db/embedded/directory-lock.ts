import { createHash } from 'node:crypto';
import { once } from 'node:events';
import fs from 'node:fs';
import net from 'node:net';

export type DirectoryLock = { release(): Promise<void> };

/**
 * Takes a directory for this process alone. On Linux the lock is an abstract socket and on
 * Windows a named pipe: the kernel lets go of them however the process dies. Elsewhere it is a
 * file beside the directory with the number of the process.
 * @throws {Error} saying so, when another process has it
 */
export function lockDirectory(
  directory: string,
  platform: NodeJS.Platform = process.platform,
): Promise<DirectoryLock> {
  fs.mkdirSync(directory, { recursive: true, mode: 0o700 });
  const path = fs.realpathSync(directory);
  const name = `overfly-${createHash('sha256').update(path).digest('hex').slice(0, 32)}`;
  if (platform === 'linux') return lockByName(path, `\0${name}`);
  if (platform === 'win32') return lockByName(path, `\\\\.\\pipe\\${name}`);
  return lockByFile(path);
}

function inUse(path: string, holder: string): Error {
  return new Error(
    `The data directory ${path} is in use by another process${holder}. ` +
      'Stop that process, choose another DATA_DIR, or use a PostgreSQL server (DATABASE_URL).',
  );
}

function lockByName(path: string, name: string): Promise<DirectoryLock> {
  const server = net.createServer((socket) => socket.destroy());
  return new Promise((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => {
      reject(error.code === 'EADDRINUSE' ? inUse(path, '') : error);
    });
    server.listen(name, () => {
      server.unref();
      resolve({
        release: async () => {
          server.close();
          await once(server, 'close');
        },
      });
    });
  });
}

async function lockByFile(path: string): Promise<DirectoryLock> {
  const file = `${path}.lock`;
  const holder = readPid(file);
  if (holder !== null && isAlive(holder)) {
    throw inUse(path, ` (number ${holder}; if it is not Overfly, remove ${file})`);
  }
  if (holder !== null) fs.rmSync(file, { force: true });
  try {
    fs.writeFileSync(file, String(process.pid), { flag: 'wx' });
  } catch (error) {
    // Another process was faster since the look above.
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') throw inUse(path, '');
    throw error;
  }
  return { release: async () => fs.rmSync(file, { force: true }) };
}

function readPid(file: string): number | null {
  try {
    const pid = Number(fs.readFileSync(file, 'utf8'));
    return Number.isSafeInteger(pid) && pid > 0 ? pid : 0;
  } catch {
    return null;
  }
}

function isAlive(pid: number): boolean {
  if (pid === 0) return false;
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}
