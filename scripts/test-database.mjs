// The PostgreSQL cluster for tests: in a temporary folder, on loopback only, without durability. Later runs reuse it,
// together with the template database (test/database.ts).
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { chownSync, existsSync, mkdirSync, mkdtempSync, renameSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { root, run } from './run.mjs';
import { findPostgres } from './system-parts.mjs';

const SETTINGS = {
  listen_addresses: '127.0.0.1',
  unix_socket_directories: '',
  fsync: 'off',
  synchronous_commit: 'off',
  full_page_writes: 'off',
  // The test role couldn't terminate autovacuum workers, which run as the cluster's owner, to drop a database.
  autovacuum: 'off',
  max_connections: '200',
  shared_buffers: '128MB',
};

/** Owns the cluster if tests run as root, because PostgreSQL refuses to run as root. */
const ACCOUNT = 'postgres';

/** @typedef {{ uid?: number, gid?: number }} Owner of the cluster; empty unless tests run as root */

/**
 * Starts the cluster with the role `overfly`, which can create databases and roles but isn't a superuser, so that
 * row-level security applies as in production. If another run is using the cluster, starts a temporary one instead,
 * and `stop` removes it.
 * @returns {Promise<{ url: string, version: string, stop: () => Promise<void> }>}
 * @throws {Error} with PostgreSQL's output if it doesn't start
 */
export async function startTestDatabase() {
  const bin = findPostgres();
  if (bin === undefined) throw new Error('PostgreSQL is not installed.');
  const owner = await clusterOwner();
  const version = await versionOf(bin);
  const name = createHash('sha256').update(`${root} ${version}`).digest('hex').slice(0, 16);
  const kept = join(tmpdir(), `overfly-postgres-${name}`);
  try {
    mkdirSync(kept, { recursive: true });
    return { version, ...(await startIn(kept, bin, owner)) };
  } catch {
    const folder = mkdtempSync(join(tmpdir(), 'overfly-postgres-'));
    const remove = () => rmSync(folder, { recursive: true, force: true });
    try {
      const { url, stop } = await startIn(folder, bin, owner);
      return { version, url, stop: () => stop().then(remove) };
    } catch (error) {
      remove();
      throw error;
    }
  }
}

/**
 * @param {string} folder
 * @param {string} bin
 * @param {Owner} owner
 */
async function startIn(folder, bin, owner) {
  const data = join(folder, 'data');
  const isNew = !existsSync(data);
  if (isNew) await initialize(folder, bin, owner);
  const port = await freePort();
  const server = spawnServer(join(bin, 'postgres'), data, port, { ...owner, cwd: folder });
  try {
    await server.ready;
    const psql = ['-h', '127.0.0.1', '-p', String(port), '-U', 'postgres', '-X', '-q', '-t', '-A'];
    /** @param {string} text */
    const query = (text) => runOrThrow(join(bin, 'psql'), [...psql, '-c', text], { cwd: folder });
    if (isNew) await query('create role overfly login createdb createrole');
    const left = await query(
      `select datname from pg_database where datname like 'overfly\\_test\\_%'`,
    );
    for (const name of left.split('\n').filter(Boolean)) await query(`drop database ${name}`);
  } catch (error) {
    await server.stop();
    throw error;
  }
  return { url: `postgres://overfly@127.0.0.1:${port}/postgres`, stop: server.stop };
}

/**
 * Creates the data directory under a temporary name and renames it when it's complete.
 * @param {string} folder
 * @param {string} bin
 * @param {Owner} owner
 */
async function initialize(folder, bin, owner) {
  if (owner.uid !== undefined && owner.gid !== undefined) chownSync(folder, owner.uid, owner.gid);
  const unfinished = join(folder, `${process.pid}.new`);
  const init = ['-D', unfinished, '-U', 'postgres', '-A', 'trust', '-E', 'UTF8', '--locale=C'];
  await runOrThrow(join(bin, 'initdb'), [...init, '--no-sync'], { ...owner, cwd: folder });
  renameSync(unfinished, join(folder, 'data'));
}

/**
 * @param {string} program
 * @param {string} data
 * @param {number} port
 * @param {{ uid?: number, gid?: number, cwd: string }} options
 */
function spawnServer(program, data, port, options) {
  const settings = Object.entries(SETTINGS).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  const child = spawn(program, ['-D', data, '-p', String(port), ...settings], {
    stdio: ['ignore', 'ignore', 'pipe'],
    // In its own process group, so that Ctrl+C doesn't stop the cluster while tests are ending.
    detached: true,
    ...options,
  });
  // Kills the server if this process crashes.
  const abort = () => child.kill('SIGQUIT');
  process.once('exit', abort);
  let log = '';
  /** @type {Promise<void>} */
  const exited = new Promise((resolve) => {
    child.once('exit', () => resolve());
  });
  /** @type {Promise<void>} */
  const ready = new Promise((resolve, reject) => {
    child.once('error', (error) => reject(new Error(`${program}: ${error.message}`)));
    child.once('exit', (code) => reject(new Error(`PostgreSQL exited with ${code}.\n${log}`)));
    child.stderr.setEncoding('utf8').on('data', (text) => {
      log = `${log}${text}`.slice(-20_000);
      if (log.includes('database system is ready to accept connections')) resolve();
    });
  });
  const stop = async () => {
    if (child.exitCode !== null || child.pid === undefined) return;
    child.kill('SIGINT'); // Fast shutdown: ends sessions, then the server.
    const giveUp = setTimeout(abort, 15_000);
    await exited;
    clearTimeout(giveUp);
    process.off('exit', abort);
  };
  return { ready, stop };
}

/** @returns {Promise<Owner>} */
async function clusterOwner() {
  if (process.getuid?.() !== 0) return {};
  /** @param {string} flag */
  const id = async (flag) => Number((await runOrThrow('id', [flag, ACCOUNT])).trim());
  const [uid, gid] = await Promise.all([id('-u'), id('-g')]);
  return { uid, gid };
}

/** @returns {Promise<number>} a free TCP port */
export function freePort() {
  return new Promise((resolve, reject) => {
    const server = createServer().once('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      const port = typeof address === 'object' && address ? address.port : 0;
      server.close(() => resolve(port));
    });
  });
}

/** @param {string} bin */
async function versionOf(bin) {
  return (await runOrThrow(join(bin, 'postgres'), ['--version'])).trim();
}

/**
 * @param {string} command
 * @param {string[]} args
 * @param {{ uid?: number, gid?: number, cwd?: string }} [options]
 * @returns {Promise<string>} its output
 */
async function runOrThrow(command, args, options = {}) {
  const { code, output } = await run(command, args, { ...options, capture: true });
  if (code !== 0) throw new Error(`${command} ${args.join(' ')} failed.\n${output}`);
  return output;
}
