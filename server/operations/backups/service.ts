import { mkdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Context } from '#server/platform/context.ts';
import { withSnapshot } from '#server/platform/db/snapshot.ts';
import { readTables, rowsOfTable, schemaVersion } from '#server/platform/db/tables.ts';
import { forEachRow } from '#server/platform/for-each-row.ts';
import { manifestLine } from '#server/platform/manifest.ts';
import { readRowFile, writeRowFile, writeAtomically } from '#server/platform/row-file.ts';
import { copyOut } from '#server/platform/storage/copy-object.ts';
import { hashFile } from '#server/platform/storage/hash.ts';
import { originalKey, presetKey } from '#server/platform/storage/storage.ts';
import {
  BackedUpFile,
  backupName,
  FORMAT,
  GONE_FILE,
  KEY_FILE,
  MANIFEST_FILE,
  originalPath,
  picturePath,
  ROWS_FILE,
  VERSION,
  type BackupHeader,
} from './format.ts';
import { findFileIds } from './queries.ts';

export { restoreBackup, type RestoreReport } from './restore.ts';

type Needs = Pick<Context, 'config' | 'db' | 'clock' | 'storage'>;

export type BackupReport = {
  folder: string;
  files: number;
  copied: number;
  bytes: number;
  problems: string[];
};

const LANES = 4;
/** For partial copies. Not shared, because two backups may copy the same file at the same time. */
const UNFINISHED = 'unfinished';
const SYSTEM = { kind: 'system' } as const;

/**
 * Backs up a snapshot of all rows, the secret key, and the originals that no backup in `root` contains yet. The backup
 * is complete when its manifest exists. After an interruption, the next backup reuses the copied originals. Files
 * deleted during the backup may be missing; a restore leaves them out. `pictures` makes restores faster.
 */
export async function makeBackup(
  ctx: Needs,
  root: string,
  { pictures = false } = {},
): Promise<BackupReport> {
  const folder = join(root, backupName(ctx.clock()));
  await mkdir(root, { recursive: true });
  // Without `recursive`, which reports a read-only disk as a missing folder.
  await mkdir(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EEXIST') throw error;
  });
  const rows = join(folder, ROWS_FILE);
  await writeRows(ctx, rows);
  await writeAtomically(join(folder, KEY_FILE), (write) => write(`${ctx.config.secretKey}\n`));
  const report: BackupReport = { folder, files: 0, copied: 0, bytes: 0, problems: [] };
  const missing: string[] = [];
  await writeAtomically(join(folder, MANIFEST_FILE), async (write) => {
    await forEachRow(filesIn(rows), LANES, async (file) => {
      const problem = await backUpOriginal(ctx, root, file, report);
      if (problem === 'missing') return void missing.push(file.id);
      if (problem) return void report.problems.push(`${file.id}: the original was changed`);
      report.files += 1;
      await write(manifestLine(file.sha256, `../${originalPath(file.id)}`));
      if (pictures) await write(await backUpPictures(ctx, root, file, folder));
    });
    await rm(join(folder, UNFINISHED), { recursive: true, force: true });
    const gone = await splitMissing(ctx, missing, report);
    await writeAtomically(join(folder, GONE_FILE), (text) => text(JSON.stringify(gone)));
    for (const name of [ROWS_FILE, KEY_FILE, GONE_FILE]) {
      await write(manifestLine((await hashFile(join(folder, name))).sha256, name));
    }
  });
  return report;
}

const writeRows = ({ db, clock }: Needs, path: string) =>
  withSnapshot(db, async (snapshot) => {
    const header: BackupHeader = {
      format: FORMAT,
      version: VERSION,
      madeAt: clock().toISOString(),
      schema: await schemaVersion(snapshot),
    };
    const tables = await readTables(snapshot);
    const lists = tables.map((table) => ({ name: table.name, rows: rowsOfTable(snapshot, table) }));
    await writeRowFile(path, header, lists);
  });

async function* filesIn(path: string): AsyncGenerator<BackedUpFile> {
  for await (const { name, row } of readRowFile(path)) {
    if (name === 'public.files') yield BackedUpFile.parse(row);
  }
}

async function backUpOriginal(
  { storage }: Needs,
  root: string,
  { id, sha256, file_size }: BackedUpFile,
  report: BackupReport,
) {
  const to = join(root, originalPath(id));
  const kept = await stat(to).catch(() => null);
  if (kept?.size === file_size) return null;
  const unfinished = join(report.folder, UNFINISHED, id);
  const problem = await copyOut(storage, originalKey(id), to, { sha256, unfinished });
  if (problem) return problem;
  report.copied += 1;
  report.bytes += file_size;
  return null;
}

/** Returns manifest lines, or '' if a picture is missing; a restore then creates the photo's pictures again. */
async function backUpPictures(
  { storage }: Needs,
  root: string,
  file: BackedUpFile,
  folder: string,
): Promise<string> {
  const { id, kind, state, presets, poster_version: version } = file;
  if (kind !== 'photo' || state !== 'ready' || version > 0) return '';
  const lines: string[] = [];
  for (const preset of presets) {
    const path = picturePath(id, preset);
    const to = join(root, path);
    const isKept = (await stat(to).catch(() => null)) !== null;
    const unfinished = join(folder, UNFINISHED, `${id}-${preset}`);
    if (!isKept && (await copyOut(storage, presetKey(id, preset), to, { unfinished })) !== null)
      return '';
    lines.push(manifestLine((await hashFile(to)).sha256, `../${path}`));
  }
  return lines.join('');
}

/** For backups that people ask for. */
export async function makeRecordedBackup(
  ctx: Context,
  root: string,
  options?: { pictures: boolean },
): Promise<BackupReport> {
  const report = await makeBackup(ctx, root, options);
  const { folder, files } = report;
  await ctx.db.as(SYSTEM, (tx) =>
    ctx.record(tx, { type: 'backup.made', id: null, detail: { folder, files } }),
  );
  return report;
}

/** Returns the missing originals whose files were deleted, and reports the others as problems. */
async function splitMissing({ db }: Needs, missing: string[], report: BackupReport) {
  if (missing.length === 0) return [];
  const present = new Set(await db.ask(SYSTEM, (tx) => findFileIds(tx, missing)));
  for (const id of present) report.problems.push(`${id}: the original is missing from storage`);
  return missing.filter((id) => !present.has(id));
}
