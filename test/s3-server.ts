import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import type { Config } from '#server/config.ts';

export type S3Settings = NonNullable<Config['s3']>;

/** `npm test` installs one on Linux (see scripts/system-parts.mjs). Elsewhere, storage is tested only on disk. */
export const hasS3Server = process.platform === 'linux';

export type S3Server = {
  /** For a user without limits, with a bucket. */
  settings: S3Settings;
  /** For a user with a quota, with a separate bucket. */
  limitedTo(bytes: number): Promise<S3Settings>;
  stop(): Promise<void>;
};

/**
 * A real S3 server: Ceph's gateway with one monitor and one in-memory store, on free local ports. Takes about ten
 * seconds and 300 MB. Rejects with its output if it doesn't start.
 */
export async function startS3Server(): Promise<S3Server> {
  const folder = await mkdtemp(join(tmpdir(), 'overfly-s3-'));
  const daemons: ChildProcess[] = [];
  const killAll = () => daemons.forEach((daemon) => daemon.kill('SIGKILL'));
  process.once('exit', killAll);
  const stop = async () => {
    process.off('exit', killAll);
    const ended = daemons
      .filter(({ exitCode, signalCode }) => exitCode === null && signalCode === null)
      .map((daemon) => once(daemon, 'exit'));
    killAll();
    await Promise.all(ended);
    await rm(folder, { recursive: true, force: true });
  };
  try {
    return { ...(await startCluster(folder, daemons)), stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

async function startCluster(folder: string, daemons: ChildProcess[]) {
  const [monitor, gateway] = [await freePort(), await freePort()];
  const cluster = randomUUID();
  const conf = join(folder, 'ceph.conf');
  for (const name of ['mon', 'osd', 'rgw', 'run', 'log']) await mkdir(join(folder, name));
  await writeFile(conf, configuration(folder, { cluster, monitor, gateway }));
  const run = (program: string, ...args: string[]) => runOrThrow(program, ['-c', conf, ...args]);
  const start = (program: string, ...args: string[]) =>
    daemons.push(spawn(program, ['-c', conf, '-f', ...args], { stdio: 'ignore' }));
  const retryWhileRunning = (test: () => boolean | Promise<boolean>) => until(test, daemons);

  const map = join(folder, 'monmap');
  const address = `[v1:127.0.0.1:${monitor}/0]`;
  runOrThrow('monmaptool', ['--create', '--addv', 'a', address, '--fsid', cluster, map]);
  run('ceph-mon', '--mkfs', '-i', 'a', '--monmap', map);
  start('ceph-mon', '-i', 'a');
  // A new monitor rejects some commands at first. These two can safely be repeated.
  const runCeph = (...words: string[]) =>
    retryWhileRunning(() => succeeds('ceph', ['-c', conf, '--connect-timeout', '5', ...words]));
  const store = randomUUID();
  await runCeph('osd', 'new', store);
  run('ceph-osd', '--mkfs', '-i', '0', '--osd-uuid', store);
  await runCeph('osd', 'crush', 'add', 'osd.0', '1', 'root=default');
  start('ceph-osd', '-i', '0');
  start('radosgw', '-n', 'client.rgw');
  const endpoint = `http://127.0.0.1:${gateway}`;
  await retryWhileRunning(() => answers(endpoint));

  const addUser = async (name: string): Promise<S3Settings> => {
    const keys = [`--access-key=KEY-${name}`, `--secret=SECRET-${name}`];
    run('radosgw-admin', 'user', 'create', `--uid=${name}`, `--display-name=${name}`, ...keys);
    const [accessKeyId, secretAccessKey] = [`KEY-${name}`, `SECRET-${name}`];
    const settings = { endpoint, bucket: name, region: 'us-east-1', accessKeyId, secretAccessKey };
    await createBucket(settings);
    return settings;
  };
  const limitedTo = async (bytes: number) => {
    const name = `limited-to-${bytes}`;
    const settings = await addUser(name);
    const quota = ['quota', '--quota-scope=user', `--uid=${name}`];
    run('radosgw-admin', ...quota, 'set', `--max-size=${bytes}`);
    run('radosgw-admin', ...quota, 'enable');
    return settings;
  };
  return { settings: await addUser('unlimited'), limitedTo };
}

const configuration = (
  folder: string,
  { cluster, monitor, gateway }: { cluster: string; monitor: number; gateway: number },
) => `[global]
fsid = ${cluster}
mon host = v1:127.0.0.1:${monitor}/0
auth cluster required = none
auth service required = none
auth client required = none
public addr = 127.0.0.1
ms bind msgr2 = false
osd pool default size = 1
osd pool default min size = 1
mon allow pool size one = true
osd crush chooseleaf type = 0
# A store that enters itself may ask before it knows the cluster, is told "wrong fsid", and ends.
osd crush update on start = false
osd class update on start = false
osd objectstore = memstore
memstore device bytes = 6000000000
mon data = ${folder}/mon
osd data = ${folder}/osd
run dir = ${folder}/run
admin socket = ${folder}/run/$name.asok
log file = ${folder}/log/$name.log
osd pool default pg num = 8
mon max pg per osd = 1000
mon data avail crit = 1
[client.rgw]
rgw frontends = beast endpoint=127.0.0.1:${gateway}
rgw data = ${folder}/rgw
`;

async function createBucket({ endpoint, bucket, region, ...credentials }: S3Settings) {
  const { CreateBucketCommand, S3Client } = await import('@aws-sdk/client-s3');
  const client = new S3Client({ endpoint, region, credentials, forcePathStyle: true });
  await client.send(new CreateBucketCommand({ Bucket: bucket }));
  client.destroy();
}

const answers = (address: string) =>
  fetch(address).then(
    () => true,
    () => false,
  );

const succeeds = (program: string, args: string[]) => spawnSync(program, args).status === 0;

function runOrThrow(program: string, args: string[]) {
  const { status, stdout, stderr } = spawnSync(program, args, { encoding: 'utf8' });
  if (status !== 0) throw new Error(`${program} ${args.join(' ')} failed.\n${stdout}${stderr}`);
}

async function until(isTrue: () => boolean | Promise<boolean>, daemons: ChildProcess[]) {
  const deadline = Date.now() + 60_000;
  while (!(await isTrue())) {
    const dead = daemons.find(({ exitCode }) => exitCode !== null);
    if (dead) throw new Error(`${dead.spawnfile} ended with ${dead.exitCode}`);
    if (Date.now() > deadline) throw new Error('the S3 server did not start within a minute');
    await wait(100);
  }
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}
