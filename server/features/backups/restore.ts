import { readdir, readFile, stat } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { z } from 'zod';
import type { Database } from '#server/platform/db/database.ts';
import { migrate, type SchemaFiles } from '#server/platform/db/migrate.ts';
import { restoreRows, stateBefore } from '#server/platform/db/tables.ts';
import { inLanes } from '#server/platform/lanes.ts';
import { readManifestLine } from '#server/platform/manifest.ts';
import { linesOf, readRowFile, readRowHeader } from '#server/platform/row-file.ts';
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
  ORIGINALS_FOLDER,
  picturePath,
  readPicturePath,
  ROWS_FILE,
} from './format.ts';
import { nothingHeldBack, type HeldBack } from './held-back.ts';
import { markRestored, removeWithoutBytes } from './queries.ts';
import { restoredRows } from './restored-rows.ts';

export type Target = {
  db: Pick<Database, 'owner' | 'pool'>;
  storage: Storage;
  dataDir: string;
  schema: SchemaFiles;
  /** Puts the key of the backup where the product reads it. False when that is in the settings, which must name it then. */
  takeKey: (key: string) => Promise<boolean>;
};

/** What was restored, which originals were not, and whether the secret key of the backup is in place. */
export type RestoreReport = {
  files: number;
  rows: number;
  madeAt: string;
  isKeyHere: boolean;
  held: HeldBack;
  problems: string[];
};

const LANES = 4;
/** Damaged originals that a refusal names. */
const NAMED = 20;

/**
 * Restores a backup, or the last whole one below a folder, into an installation without any data, on either database.
 * Each original is checked against its hash; the rows come last, all at once, in the schema that they were made in, which
 * is then brought up to date. Cut off, it can be called again. Rejects, in words, when the backup is not whole, not of an
 * older or the same version, or when there is data here. With `leavesOutDamaged`, originals that are missing or changed do
 * not keep the rest from being restored: their rows come without them.
 */
export async function restoreBackup(
  target: Target,
  folder: string,
  { leavesOutDamaged = false } = {},
): Promise<RestoreReport> {
  const backup = await findBackup(folder);
  const { schema, madeAt } = await readHeader(backup);
  await assertWhole(backup);
  await assertEmpty(target, schema);
  const { files, pictures, problems } = await restoreObjects(target, backup);
  if (problems.length > 0 && !leavesOutDamaged) throw new Error(refusalOf(problems));
  const gone = z.array(z.uuid()).parse(JSON.parse(await text(backup, GONE_FILE)));
  await migrate(target.db, target.schema, schema);
  // Before the rows: whoever is cut off behind them is told that there is data, and would go on with another key.
  const isKeyHere = await target.takeKey((await text(backup, KEY_FILE)).trim());
  const kept = readRowFile(join(backup, ROWS_FILE));
  const held = nothingHeldBack();
  const rows = await restoreRows(target.db, restoredRows(kept, { held, pictures }), (tx) =>
    removeWithoutBytes(tx, gone),
  );
  await migrate(target.db, target.schema);
  // Only now can the table say why.
  await markRestored(target.db, held.webhooks);
  return { files, rows, held, madeAt, isKeyHere, problems };
}

function refusalOf(problems: readonly string[]): string {
  const more = problems.length > NAMED ? [`and ${problems.length - NAMED} more`] : [];
  const named = [...problems.slice(0, NAMED), ...more].map((problem) => `  ${problem}`);
  return [
    `Originals in this backup are not what was backed up: ${problems.length}.`,
    ...named,
    'Put them there from another copy, or restore everything else with --without-damaged.',
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
  throw new Error(`There is no whole backup in ${folder}.`);
}

async function readHeader(backup: string): Promise<BackupHeader> {
  const found = BackupHeader.safeParse(await readRowHeader(join(backup, ROWS_FILE)));
  if (found.success) return found.data;
  throw new Error(`${backup} holds no backup, or one of a newer version of Overfly.`, {
    cause: found.error,
  });
}

/** All but the originals, whose bytes are read anyhow. What a manifest names last is not in one that was cut off. */
async function assertWhole(backup: string): Promise<void> {
  const missing = new Set([ROWS_FILE, KEY_FILE, GONE_FILE]);
  for await (const { path, sha256 } of manifestOf(backup)) {
    if (path.startsWith('../')) continue;
    if ((await hashFile(join(backup, path))).sha256 !== sha256) throw changed(join(backup, path));
    missing.delete(path);
  }
  if (missing.size > 0) throw changed(join(backup, MANIFEST_FILE));
}

const changed = (path: string) => new Error(`${path} was changed since the backup was made.`);

async function assertEmpty({ db }: Target, schema: string): Promise<void> {
  const { hasData, version } = await stateBefore(db);
  if (hasData) throw new Error('This installation has data. Restore into an empty one.');
  if (version <= schema) return;
  throw new Error(
    'The database was prepared by a newer version than that of the backup. Use an empty database: restore before the first start.',
  );
}

async function* manifestOf(backup: string) {
  for await (const line of linesOf(join(backup, MANIFEST_FILE))) {
    const entry = readManifestLine(line);
    if (!entry) throw changed(join(backup, MANIFEST_FILE));
    yield entry;
  }
}

/**
 * How many originals were put back, what is wrong with the others, and how many pictures of each photo there are. A picture
 * that is not whole is made anew.
 */
async function restoreObjects({ storage, dataDir }: Target, backup: string) {
  const scratchPath = scratchFolder(join(dataDir, 'tmp'));
  const prefix = `../${ORIGINALS_FOLDER}/`;
  const pictures = new Map<string, number>();
  const problems: string[] = [];
  let files = 0;
  await inLanes(manifestOf(backup), LANES, async ({ path, sha256 }) => {
    const picture = readPicturePath(path);
    if (picture) {
      const { id, preset } = picture;
      const target = { sha256, scratch: await scratchPath() };
      const from = join(dirname(backup), picturePath(id, preset));
      if (await copyIn(storage, from, presetKey(id, preset), target).catch(() => false))
        pictures.set(id, (pictures.get(id) ?? 0) + 1);
      return;
    }
    if (!path.startsWith(prefix)) return;
    const id = z.uuid().parse(basename(path));
    const from = join(dirname(backup), ORIGINALS_FOLDER, id.slice(0, 2), id);
    const there = await stat(from).catch(() => null);
    if (!there) return void problems.push(`${from} is missing`);
    if ((await storage.size(originalKey(id))) !== there.size) {
      const scratch = await scratchPath();
      const isWhole = await copyIn(storage, from, originalKey(id), { sha256, scratch });
      if (!isWhole) return void problems.push(`${from} was changed`);
    }
    files += 1;
  });
  return { files, pictures, problems };
}
