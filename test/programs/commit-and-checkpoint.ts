// Opens the embedded database in a new directory, commits 20 times, and checkpoints. Marks the steps in the log of
// watch-files.ts.
import { appendFileSync } from 'node:fs';
import { join } from 'node:path';
import pino from 'pino';
import { openEmbedded } from '#server/platform/db/embedded/embedded.ts';

const nextStep = () => appendFileSync(join(process.env.WATCH_FILES ?? '', 'synced'), '--- next\n');

const database = await openEmbedded({
  directory: process.argv[2] ?? '',
  log: pino({ level: 'silent' }),
});
await database.pool.query('create table committed (n int)');
nextStep();
for (let n = 0; n < 20; n++) await database.pool.query('insert into committed values ($1)', [n]);
nextStep();
await database.pool.query('checkpoint');
await database.close();
