import { stat } from 'node:fs/promises';
import { join, resolve, sep } from 'node:path';
import { CompanyInput } from '#domain/companies.ts';
import { audit } from '#server/platform/audit.ts';
import type { Context } from '#server/platform/context.ts';
import type { Tx } from '#server/platform/db/database.ts';
import { laterReferencesOf, loadRows } from '#server/platform/db/load-rows.ts';
import { inLanes } from '#server/platform/lanes.ts';
import type { JsonRow } from '#server/platform/row-file.ts';
import { copyIn } from '#server/platform/storage/copy-object.ts';
import { hashFile } from '#server/platform/storage/hash.ts';
import { scratchFolder } from '#server/platform/storage/scratch-folder.ts';
import { originalKey } from '#server/platform/storage/storage.ts';
import { ExportedFile } from './copy-originals.ts';
import { readArrivals, type Arrivals } from './arrivals.ts';
import { DATA_FILE } from './format.ts';
import { readManifestHash } from './manifest.ts';
import { COLLECTIONS } from './queries.ts';
import { readCollection, readHeader, readRows } from './read-data.ts';
import { toStore } from './stored-rows.ts';

type Needs = Pick<Context, 'config' | 'db' | 'clock' | 'storage'>;

/** How far it is, and which originals the export lacked from its beginning. */
export type ImportReport = { files: number; rows: number; problems: string[] };

type ImportOptions = { companyCode?: string | null; onFile?: (report: ImportReport) => void };

const SYSTEM = { kind: 'system' } as const;
const LANES = 4;
/** Rows of one statement. */
const BATCH = 500;

/**
 * Imports what `exportTo` wrote: the same ids, hashes, dates and addresses of share links. First the originals, each
 * checked against its hash, then all rows at once: cut off before, nothing is seen of it, and it can be called again.
 * Rejects, in words, when the export is not whole or something of it is here already. Pictures are made by the
 * worker afterwards. With `companyCode`, its one company gets that code.
 */
export async function importFrom(
  ctx: Needs,
  folder: string,
  { companyCode = null, onFile = () => {} }: ImportOptions = {},
): Promise<ImportReport> {
  const code = companyCode === null ? null : readCode(companyCode);
  await assertUnchanged(folder);
  const header = await readHeader(folder);
  const arrivals = await readArrivals(ctx, folder, header, code);
  const report: ImportReport = { files: 0, rows: 0, problems: [] };
  await inLanes(readCollection(folder, 'files'), LANES, async (row) => {
    const problem = await takeOriginal(ctx, folder, ExportedFile.parse(row));
    if (problem) return void report.problems.push(problem);
    report.files += 1;
    onFile(report);
  });
  await ctx.db.as(SYSTEM, async (tx) => {
    report.rows = await loadAll(ctx, tx, folder, arrivals);
    const { companyId: id, exportedAt } = header;
    await audit(
      tx,
      'export.imported',
      { type: id ? 'company' : 'installation', id },
      { exportedAt },
    );
  });
  return report;
}

function readCode(given: string): string {
  const found = CompanyInput.shape.companyCode.safeParse(given);
  if (found.success) return found.data;
  throw new Error(`${given} is no company code. ${found.error.issues[0]?.message ?? ''}`);
}

async function assertUnchanged(folder: string): Promise<void> {
  const known = await readManifestHash(folder, DATA_FILE);
  const { sha256 } = await hashFile(join(folder, DATA_FILE));
  if (known !== sha256) throw new Error(`${join(folder, DATA_FILE)} is not what was exported.`);
}

/** Puts a copy of an original into the storage, unless it is there already; answers why there is none to put there. */
async function takeOriginal({ config, storage }: Needs, folder: string, file: ExportedFile) {
  const key = originalKey(file.id);
  if ((await storage.size(key)) === file.file_size) return null;
  const from = resolve(folder, file.path);
  if (!from.startsWith(resolve(folder) + sep)) {
    throw new Error(`${file.path} is not in the folder of the export.`);
  }
  if (!(await stat(from).catch(() => null))) {
    // What is not in the manifest either was lost before, and its row tells of it at least.
    if (await readManifestHash(folder, file.path)) throw new Error(`${file.path} is missing.`);
    return `${file.path}: the original was lost before it was exported`;
  }
  const scratch = await scratchFolder(join(config.dataDir, 'tmp'))();
  const isWhole = await copyIn(storage, from, key, { sha256: file.sha256, scratch });
  if (!isWhole) throw new Error(`${file.path} is not what was exported.`);
  return null;
}

async function loadAll(ctx: Needs, tx: Tx, folder: string, arrivals: Arrivals): Promise<number> {
  const tables = new Map(COLLECTIONS.map(({ name, table }) => [name, table]));
  const later = await laterReferencesOf(tx);
  let waiting = { table: '', rows: [] as JsonRow[] };
  let count = 0;
  const settle = async () => {
    await loadRows(tx, waiting.table, waiting.rows);
  };
  for await (const { name, row } of readRows(folder)) {
    const table = tables.get(name);
    if (table === undefined) continue;
    later.enter(table);
    const stored = toStore(ctx, name, row, arrivals);
    if (stored === null) continue;
    if (waiting.table !== table || waiting.rows.length >= BATCH) {
      await settle();
      waiting = { table, rows: [] };
    }
    waiting.rows.push(later.hold(stored));
    count += 1;
  }
  await settle();
  await later.settle();
  return count;
}
