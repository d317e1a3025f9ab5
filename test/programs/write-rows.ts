// Opens the embedded database in a directory and writes one row per transaction forever; prints a row's number once its
// commit is acknowledged.
import pino from 'pino';
import { openEmbedded } from '#server/platform/db/embedded/embedded.ts';

const database = await openEmbedded({
  directory: process.argv[2] ?? '',
  log: pino({ level: 'silent' }),
});
await database.pool.query('create table if not exists written (n int primary key, twin int)');
process.stdout.write('open\n');

const client = await database.pool.connect();
const last = await client.query<{ n: number }>('select coalesce(max(n), 0) as n from written');
for (let n = (last.rows[0]?.n ?? 0) + 1; ; n++) {
  await client.query('begin');
  await client.query('insert into written (n) values ($1)', [n]);
  await client.query('update written set twin = n where n > $1', [n - 10]);
  await client.query('commit');
  process.stdout.write(`${n}\n`);
}
