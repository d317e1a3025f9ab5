import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Context } from '#server/platform/context.ts';
import { withSnapshot } from '#server/platform/db/snapshot.ts';
import { readTables, rowsOfTable, schemaVersion } from '#server/platform/db/tables.ts';
import { forEachRow } from '#server/platform/for-each-row.ts';
import { manifestLine } from '#server/platform/manifest.ts';
import { readRowFile, writeRowFile, writeAtomically } from '#server/platform/row-file.ts';
import { copyOut, hashOf } from '#server/platform/storage/copy-object.ts';
import { hashFile } from '#server/platform/storage/hash.ts';
import { originalKey, presetKey } from '#server/platform/storage/storage.ts';
import type { Progress } from '#server/sharing/artifact/service.ts';
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
import { folderPlace, type Place } from './place.ts';
import { findFileIds } from './queries.ts';

export { restoreBackup, type RestoreReport } from './restore.ts';

type Needs = Pick<Context, 'config' | 'db' | 'clock' | 'storage'>;

type BackupReport = {
  files: number;
  /** Files that no earlier backup had, and their bytes. */
  copied: number;
  bytes: number;
  /** Bytes of all files. */
  size: number;
  problems: string[];
};

type Options = {
  name: string;
  pictures?: boolean;
  progress?: Progress;
  /** `name` was free and is now this backup's. */
  onClaimed?: () => Promise<unknown>;
};

const LANES = 4;
const SYSTEM = { kind: 'system' } as const;
const NO_PROGRESS: Progress = { signal: new AbortController().signal, setPercent: () => {} };

export type FolderBackupReport = BackupReport & { folder: string };

/** Backs up to a folder, as `overfly backup` does. `folder` of the report is the backup's own. */
export async function makeBackup(
  ctx: Needs,
  root: string,
  { pictures = false } = {},
): Promise<FolderBackupReport> {
  const name = backupName(ctx.clock());
  const report = await writeBackup(ctx, await folderPlace(root), { name, pictures });
  return { ...report, folder: join(root, name) };
}

/**
 * Backs up a snapshot of all rows, the secret key, and the originals that no backup in `place` contains yet. The backup
 * is complete when its manifest exists. After an interruption, the next backup reuses the copied originals. Files
 * deleted during the backup may be missing; a restore leaves them out. `pictures` makes restores faster. Rejects if
 * `name` is taken.
 */
export async function writeBackup(
  ctx: Needs,
  place: Place,
  { name, pictures = false, progress = NO_PROGRESS, onClaimed }: Options,
): Promise<BackupReport> {
  const report: BackupReport = { files: 0, copied: 0, bytes: 0, size: 0, problems: [] };
  const work = await place.scratch();
  const at = (file: string) => join(work, file);
  const lineOf = async (file: string) => manifestLine((await hashFile(at(file))).sha256, file);
  const moveIn = (file: string) => place.storage.moveIn(at(file), `${name}/${file}`);
  await mkdir(work);
  try {
    await writeAtomically(at(KEY_FILE), (write) => write(`${ctx.config.secretKey}\n`));
    const keyLine = await lineOf(KEY_FILE);
    if (!(await place.storage.create(at(KEY_FILE), `${name}/${KEY_FILE}`)))
      throw new Error(`There is already a backup ${name}. Try again.`);
    await onClaimed?.();
    await writeRows(ctx, at(ROWS_FILE));
    for await (const file of filesIn(at(ROWS_FILE))) report.size += file.file_size;
    const missing: string[] = [];
    let bytesDone = 0;
    await writeAtomically(at(MANIFEST_FILE), async (write) => {
      await forEachRow(filesIn(at(ROWS_FILE)), LANES, async (file) => {
        progress.signal.throwIfAborted();
        const problem = await backUpOriginal(ctx, place, { file, work, report });
        bytesDone += file.file_size;
        progress.setPercent(Math.floor((99 * bytesDone) / Math.max(1, report.size)));
        if (problem === 'missing') return void missing.push(file.id);
        if (problem) return void report.problems.push(`${file.id}: the original was changed`);
        report.files += 1;
        await write(manifestLine(file.sha256, `../${originalPath(file.id)}`));
        if (pictures) await write(await backUpPictures(ctx, place, file, work));
      });
      const gone = await splitMissing(ctx, missing, report);
      await writeAtomically(at(GONE_FILE), (text) => text(JSON.stringify(gone)));
      for (const file of [ROWS_FILE, GONE_FILE]) {
        await write(await lineOf(file));
        await moveIn(file);
      }
      await write(keyLine);
    });
    await moveIn(MANIFEST_FILE);
    return report;
  } finally {
    await rm(work, { recursive: true, force: true });
  }
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
  place: Place,
  { file, work, report }: { file: BackedUpFile; work: string; report: BackupReport },
) {
  const { id, sha256, file_size } = file;
  if ((await place.storage.size(originalPath(id))) === file_size) return null;
  const copy = join(work, id);
  const problem = await copyOut(storage, originalKey(id), copy, {
    sha256,
    unfinished: `${copy}.part`,
  });
  if (problem) return problem;
  await place.storage.moveIn(copy, originalPath(id));
  report.copied += 1;
  report.bytes += file_size;
  return null;
}

/** Returns manifest lines, or '' if a picture is missing; a restore then creates the photo's pictures again. */
async function backUpPictures(
  { storage }: Needs,
  place: Place,
  file: BackedUpFile,
  work: string,
): Promise<string> {
  const { id, kind, state, presets, poster_version: version } = file;
  if (kind !== 'photo' || state !== 'ready' || version > 0) return '';
  const lines: string[] = [];
  for (const preset of presets) {
    const path = picturePath(id, preset);
    let sha256 = await hashOf(place.storage, path);
    if (sha256 === null) {
      const copy = join(work, `${id}-${preset}`);
      if (await copyOut(storage, presetKey(id, preset), copy, { unfinished: `${copy}.part` }))
        return '';
      ({ sha256 } = await hashFile(copy));
      await place.storage.moveIn(copy, path);
    }
    lines.push(manifestLine(sha256, `../${path}`));
  }
  return lines.join('');
}

/** For backups that people ask for. */
export async function makeRecordedBackup(
  ctx: Context,
  root: string,
  options?: { pictures: boolean },
): Promise<FolderBackupReport> {
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
