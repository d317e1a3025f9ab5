// Writes a row; once the disk is full (see watch-files.ts), retries a second one until that works. Prints what it found
// each time.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import pino from 'pino';
import { openEmbedded } from '#server/platform/db/embedded/embedded.ts';

const full = join(process.env.WATCH_FILES ?? '', 'full');
const database = await openEmbedded({
  directory: process.argv[2] ?? '',
  log: pino({ level: 'silent' }),
});
await database.pool.query('create table filled (n int)');
await insert();
await report();
while (!existsSync(full)) await wait(20);
let refusals = 0;
while (!(await inserted())) await wait(20);
await report();
await database.close();

async function inserted(): Promise<boolean> {
  try {
    await insert();
    return true;
  } catch (error) {
    if (refusals++ === 0) process.stdout.write(`refused: ${(error as Error).message}\n`);
    return false;
  }
}

async function insert(): Promise<void> {
  await database.pool.query('insert into filled values (1)');
}

async function report(): Promise<void> {
  const { rows } = await database.pool.query<{ n: number }>('select count(*) as n from filled');
  process.stdout.write(`rows: ${rows[0]?.n}\n`);
}
