import { readdir, readFile, stat } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { z } from 'zod';
import {
  ArchiveError,
  linesOf,
  readRowHeader,
  type LocatedRow,
} from '#server/platform/row-file.ts';
import type { Database } from '#server/platform/db/database.ts';
import { migrate, type SchemaFiles } from '#server/platform/db/migrate.ts';
import { dryRun, readTables, restoreRows, readInitialState } from '#server/platform/db/tables.ts';
import { withSnapshot } from '#server/platform/db/snapshot.ts';
import { forEachRow } from '#server/platform/for-each-row.ts';
import { readManifestLine } from '#server/platform/manifest.ts';
import { readLists } from '#server/platform/row-lists.ts';
import { copyIn } from '#server/platform/storage/copy-object.ts';
import { hashFile } from '#server/platform/storage/hash.ts';
import { scratchFolder } from '#server/platform/storage/scratch-folder.ts';
import { originalKey, presetKey, type Storage } from '#server/platform/storage/storage.ts';
import {
  BACKUP_NAME,
  BackupHeader,
  GONE_FILE,
  KEY_FILE,
  MANIFEST_FILE,
  originalPath,
  picturePath,
  readPicturePath,
  ROWS_FILE,
} from './format.ts';
import { noDisabledSends, type DisabledSends } from './disable-sending.ts';
import { markRestored, removeWithoutBytes } from './queries.ts';
import { restoredRows } from './restored-rows.ts';

export type Target = {
  db: Pick<Database, 'owner' | 'pool'>;
  storage: Storage;
  dataDir: string;
  schema: SchemaFiles;
  /** Stores the backup's secret key. Returns false if SECRET_KEY is set, which an admin must then change. */
  takeKey: (key: string) => Promise<boolean>;
};

export type RestoreReport = {
  files: number;
  rows: number;
  madeAt: string;
  isKeyHere: boolean;
  held: DisabledSends;
  problems: string[];
};

const LANES = 4;
/** How many damaged originals the error lists. */
const MAX_NAMED = 20;

/**
 * Restores a backup, or the latest complete backup in a folder, into an installation without data. First checks that
 * all rows can be written, then copies the originals, checking their hashes and never replacing an object, then writes
 * the rows in the backup's schema and migrates it. An interrupted restore can be repeated. Throws ArchiveError if the
 * backup is incomplete or from a newer version, or if the installation has data. With `leavesOutDamaged`, missing and
 * changed originals are skipped.
 */
export async function restoreBackup(
  target: Target,
  folder: string,
  { leavesOutDamaged = false } = {},
): Promise<RestoreReport> {
  const backup = await findBackup(folder);
  const { schema, madeAt } = await readHeader(backup);
  await assertComplete(backup);
  await assertEmpty(target, schema);
  const gone = await readGone(backup);
  await migrate(target.db, target.schema, schema);
  const rowsOf = await rowReader(target, backup);
  await dryRun((finish) => {
    const untouched = {
      held: noDisabledSends(),
      objects: { pictures: new Map(), lost: new Set<string>() },
    };
    return restoreRows(target.db, restoredRows(rowsOf(), untouched), async () => finish());
  });
  const { files, problems, ...objects } = await restoreObjects(target, backup, { rowsOf, gone });
  if (problems.length > 0 && !leavesOutDamaged) throw new ArchiveError(errorMessageOf(problems));
  // Store the key before the rows; otherwise, an interruption in between would leave the data with a different key.
  const isKeyHere = await target.takeKey((await text(backup, KEY_FILE)).trim());
  const held = noDisabledSends();
  const rows = await restoreRows(target.db, restoredRows(rowsOf(), { held, objects }), (tx) =>
    removeWithoutBytes(tx, [...gone]),
  );
  await migrate(target.db, target.schema);
  // After the migration, because older schemas lack the column.
  await markRestored(target.db, held.webhooks);
  return { files, rows, held, madeAt, isKeyHere, problems };
}

async function rowReader({ db }: Target, backup: string) {
  const tables = await withSnapshot(db, readTables);
  const rules = { isComplete: true, isOrdered: false };
  return () => readLists(join(backup, ROWS_FILE), tables, rules);
}

async function readGone(backup: string): Promise<ReadonlySet<string>> {
  try {
    return new Set(z.array(z.uuid()).parse(JSON.parse(await text(backup, GONE_FILE))));
  } catch (error) {
    throw new ArchiveError(`${join(backup, GONE_FILE)} is not a list of ids.`, { cause: error });
  }
}

function errorMessageOf(problems: readonly string[]): string {
  const more = problems.length > MAX_NAMED ? [`and ${problems.length - MAX_NAMED} more`] : [];
  const named = [...problems.slice(0, MAX_NAMED), ...more].map((problem) => `  ${problem}`);
  return [
    `Originals that can't be restored: ${problems.length}.`,
    ...named,
    'Copy them from another backup, or restore everything else with --without-damaged.',
  ].join('\n');
}

const text = (backup: string, name: string) => readFile(join(backup, name), 'utf8');

async function findBackup(folder: string): Promise<string> {
  const isNamed = BACKUP_NAME.test(basename(folder));
  const names = isNamed ? [''] : await readdir(folder).catch(() => []);
  for (const name of names
    .filter((one) => isNamed || BACKUP_NAME.test(one))
    .sort()
    .reverse()) {
    if (await stat(join(folder, name, MANIFEST_FILE)).catch(() => null)) return join(folder, name);
  }
  throw new ArchiveError(`There is no complete backup in ${folder}.`);
}

async function readHeader(backup: string): Promise<BackupHeader> {
  const found = BackupHeader.safeParse(await readRowHeader(join(backup, ROWS_FILE)));
  if (found.success) return found.data;
  throw new ArchiveError(`${backup} is not a backup, or is from a newer version of Overfly.`, {
    cause: found.error,
  });
}

/** Checks only the files at the end of the manifest. Originals are checked when they're copied. */
async function assertComplete(backup: string): Promise<void> {
  const missing = new Set([ROWS_FILE, KEY_FILE, GONE_FILE]);
  for await (const { path, sha256 } of manifestOf(backup)) {
    if (path.startsWith('../')) continue;
    const found = await hashFile(join(backup, path)).catch(() => null);
    if (found === null) throw new ArchiveError(`${join(backup, path)} is missing.`);
    if (found.sha256 !== sha256) throw changed(join(backup, path));
    missing.delete(path);
  }
  if (missing.size > 0) throw changed(join(backup, MANIFEST_FILE));
}

const changed = (path: string) => new ArchiveError(`${path} was changed after the backup.`);

async function assertEmpty({ db }: Target, schema: string): Promise<void> {
  const { hasData, version } = await readInitialState(db);
  if (hasData)
    throw new ArchiveError('This installation already has data. Restore into an empty one.');
  if (version <= schema) return;
  throw new ArchiveError(
    "The database was set up by a newer version than the backup's. Use an empty database and restore before the first start.",
  );
}

async function* manifestOf(backup: string) {
  for await (const line of linesOf(join(backup, MANIFEST_FILE))) {
    const entry = readManifestLine(line);
    if (!entry) throw changed(join(backup, MANIFEST_FILE));
    yield entry;
  }
}

const FileRow = z.object({ id: z.uuid(), sha256: z.string(), file_name: z.string() });

async function* filesIn(rows: AsyncIterable<LocatedRow>) {
  for await (const { name, row, place } of rows) {
    if (name !== 'public.files') continue;
    const { success, data } = FileRow.safeParse(row);
    if (!success) throw new ArchiveError(`${place} has no id, hash or name.`);
    yield data;
  }
}

async function restoreObjects(
  target: Target,
  backup: string,
  { rowsOf, gone }: { rowsOf: () => AsyncIterable<LocatedRow>; gone: ReadonlySet<string> },
) {
  const { storage, dataDir } = target;
  const scratchPath = scratchFolder(join(dataDir, 'tmp'));
  const lost = new Set<string>();
  const problems: string[] = [];
  let files = 0;
  await forEachRow(filesIn(rowsOf()), LANES, async ({ id, sha256, file_name: name }) => {
    if (gone.has(id)) return;
    const [from, key] = [join(dirname(backup), originalPath(id)), originalKey(id)];
    const result = await copyIn(storage, from, key, { sha256, scratch: await scratchPath() });
    if (result === 'copied' || result === 'there') return void (files += 1);
    lost.add(id);
    problems.push(
      result === 'taken'
        ? `storage has a different file at ${key} than ${name}; it was kept`
        : `${from} ${result === 'missing' ? 'is missing' : 'was changed'} (${name})`,
    );
  });
  return { files, lost, problems, pictures: await restorePictures(target, backup) };
}

/**
 * Returns the number of restored pictures by photo. Missing or changed pictures are later created from the original.
 */
async function restorePictures({ storage, dataDir }: Target, backup: string) {
  const scratchPath = scratchFolder(join(dataDir, 'tmp'));
  const pictures = new Map<string, number>();
  await forEachRow(manifestOf(backup), LANES, async ({ path, sha256 }) => {
    const picture = readPicturePath(path);
    if (!picture) return;
    const { id, preset } = picture;
    const from = join(dirname(backup), picturePath(id, preset));
    const scratch = await scratchPath();
    const result = await copyIn(storage, from, presetKey(id, preset), { sha256, scratch });
    if (result === 'copied' || result === 'there') pictures.set(id, (pictures.get(id) ?? 0) + 1);
  });
  return pictures;
}
