// Writes db/schema.sql and db/types.ts from a freshly migrated in-memory database. With --check, fails if the files
// are out of date.
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import pino from 'pino';
import { describeSchema } from './schema/describe-schema.ts';
import { describeTypes } from './schema/describe-types.ts';
import { openEmbedded } from '#server/platform/db/embedded/embedded.ts';
import { migrate } from '#server/platform/db/migrate.ts';

const folder = join(import.meta.dirname, '..', 'db');
const log = pino({ level: 'error' });

const database = await openEmbedded({ directory: null, log });
await migrate(database, {
  migrationsDir: join(folder, 'migrations'),
  policiesFile: join(folder, 'policies.sql'),
});
const files = [
  { path: join(folder, 'schema.sql'), text: await describeSchema(database) },
  { path: join(folder, 'types.ts'), text: await describeTypes(database) },
];
await database.close();

const stale = files.filter(
  ({ path, text }) =>
    !existsSync(path) || readFileSync(path, 'utf8').replaceAll('\r\n', '\n') !== text,
);
if (process.argv.includes('--check')) {
  for (const { path, text } of stale) process.stderr.write(difference(path, text));
  if (stale.length > 0) {
    process.stderr.write('Run `node scripts/generate-schema.ts` and commit the result.\n');
    process.exitCode = 1;
  }
} else {
  for (const { path, text } of stale) {
    writeFileSync(path, text);
    process.stdout.write(`wrote ${path}\n`);
  }
}

function difference(path: string, text: string): string {
  if (!existsSync(path)) return `${path} is missing.\n`;
  const onDisk = readFileSync(path, 'utf8').split('\n');
  const wanted = text.split('\n');
  const line = wanted.findIndex((it, index) => it !== onDisk[index]);
  const at = line === -1 ? wanted.length : line;
  return (
    `${path} does not match the migrations. First difference, line ${at + 1}:\n` +
    `  on disk:  ${onDisk[at] ?? '(end of file)'}\n  database: ${wanted[at] ?? '(end of file)'}\n`
  );
}
