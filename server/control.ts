import { createHash } from 'node:crypto';
import { chmod, rm } from 'node:fs/promises';
import { connect, createServer, type Socket } from 'node:net';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { z } from 'zod';
import { makeRecordedBackup, type FolderBackupReport } from './operations/backups/service.ts';
import type { Context } from './platform/context.ts';

/** Only the serving process can open the embedded database, so other commands reach it over a private socket. */
const Command = z.object({ backup: z.string().min(1), pictures: z.boolean() });
const Answer = z.union([
  z.object({ report: z.custom<FolderBackupReport>((value) => typeof value === 'object') }),
  z.object({ error: z.string() }),
]);

/** No process is serving. */
const NOT_SERVING = new Set(['ENOENT', 'ECONNREFUSED']);

const socketAddress = (dataDir: string) =>
  process.platform === 'win32'
    ? `\\\\.\\pipe\\overfly-${createHash('sha256').update(dataDir).digest('hex').slice(0, 16)}`
    : join(dataDir, 'control.sock');

/** If the socket can't be opened, commands work only while Overfly is stopped. */
export async function startControl(ctx: Context): Promise<() => Promise<void>> {
  if (ctx.db.kind !== 'embedded') return async () => {};
  const address = socketAddress(ctx.config.dataDir);
  const isFile = process.platform !== 'win32';
  // Remove a socket left by a crash; no other process uses this folder.
  if (isFile) await rm(address, { force: true });
  const server = createServer((socket) => void handleConnection(ctx, socket));
  try {
    await new Promise<void>((resolve, reject) => {
      server.once('error', reject).listen(address, resolve);
    });
    if (isFile) await chmod(address, 0o600);
  } catch (error) {
    ctx.log.warn(
      { err: error },
      'the control socket cannot be opened: stop Overfly before you run a backup',
    );
    return async () => {};
  }
  return async () => {
    await new Promise<unknown>((resolve) => {
      server.close(resolve);
    });
  };
}

async function handleConnection(ctx: Context, socket: Socket): Promise<void> {
  socket.on('error', (error) => ctx.log.warn({ err: error }, 'the connection of a command failed'));
  for await (const line of createInterface({ input: socket })) {
    socket.end(`${JSON.stringify(await runCommand(ctx, line))}\n`);
    return;
  }
}

async function runCommand(ctx: Context, line: string): Promise<z.infer<typeof Answer>> {
  try {
    const { backup, pictures } = Command.parse(JSON.parse(line));
    return { report: await makeRecordedBackup(ctx, backup, { pictures }) };
  } catch (error) {
    ctx.log.error({ err: error }, 'a backup failed');
    return { error: error instanceof Error ? error.message : String(error) };
  }
}

/** Returns null if no process is serving from `dataDir`. Rejects with that process's error. */
export async function requestBackup(
  dataDir: string,
  { folder, pictures }: { folder: string; pictures: boolean },
): Promise<FolderBackupReport | null> {
  const socket = connect(socketAddress(dataDir));
  const connected = new Promise<boolean>((resolve, reject) => {
    socket.once('connect', () => resolve(true));
    socket.once('error', (error: NodeJS.ErrnoException) =>
      NOT_SERVING.has(error.code ?? '') ? resolve(false) : reject(error),
    );
  });
  if (!(await connected)) return null;
  socket.write(
    `${JSON.stringify({ backup: folder, pictures } satisfies z.infer<typeof Command>)}\n`,
  );
  for await (const line of createInterface({ input: socket })) {
    const response = Answer.parse(JSON.parse(line));
    if ('error' in response) throw new Error(response.error);
    return response.report;
  }
  throw new Error('Overfly stopped during the backup. Run the command again.');
}
