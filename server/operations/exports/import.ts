import { join } from 'node:path';
import { CompanyInput } from '#domain/companies.ts';
import { audit } from '#server/platform/audit.ts';
import { ArchiveError } from '#server/platform/row-file.ts';
import type { Context } from '#server/platform/context.ts';
import { asOwner } from '#server/platform/db/as-owner.ts';
import type { Tx } from '#server/platform/db/database.ts';
import { writeRows, type RowOfTable } from '#server/platform/db/load-rows.ts';
import { withLock } from '#server/platform/db/lock.ts';
import { dryRun, schemaVersion } from '#server/platform/db/tables.ts';
import { withSnapshot } from '#server/platform/db/snapshot.ts';
import { forEachRow } from '#server/platform/for-each-row.ts';
import { hashFile } from '#server/platform/storage/hash.ts';
import { readMapping, type ImportMapping } from './import-mapping.ts';
import { ExportedFile } from './copy-originals.ts';
import { DATA_FILE, type ExportHeader } from './format.ts';
import { readManifestHash } from './manifest.ts';
import { ImportedOriginals } from './imported-originals.ts';
import { COLLECTIONS, hasMigration } from './queries.ts';
import { readHeader } from './read-data.ts';
import { listShapes } from './schema.ts';
import { toStore } from './stored-rows.ts';
import { scanExport } from './survey.ts';
import { validRows, type ExportShape } from './valid-rows.ts';

type Needs = Pick<Context, 'config' | 'db' | 'clock' | 'storage'>;

export type ImportReport = { files: number; rows: number; problems: string[] };

type ImportOptions = { companyCode?: string | null; onFile?: (report: ImportReport) => void };

type Plan = { folder: string; header: ExportHeader; shape: ExportShape; arrivals: ImportMapping };

const SYSTEM = { kind: 'system' } as const;
const LANES = 4;

/**
 * Imports an export, keeping ids, hashes, dates and share link URLs. `companyCode` replaces the code of its only
 * company. First checks that all rows can be written, then checks and copies the originals, then writes all rows in one
 * transaction. Throws ArchiveError, and changes nothing, if the export is incomplete or invalid or if part of it was
 * already imported. A killed import can be repeated.
 */
export async function importFrom(
  ctx: Needs,
  folder: string,
  { companyCode = null, onFile = () => {} }: ImportOptions = {},
): Promise<ImportReport> {
  const code = companyCode === null ? null : readCode(companyCode);
  const run = () => importAlone(ctx, folder, code, onFile);
  const report = await withLock(ctx.db, 'import', run);
  if (report) return report;
  throw new ArchiveError('Another import is running. Wait until it ends, then try again.');
}

async function importAlone(
  ctx: Needs,
  folder: string,
  companyCode: string | null,
  onFile: (report: ImportReport) => void,
): Promise<ImportReport> {
  const plan = await planImport(ctx, folder, companyCode);
  await dryRun((finish) =>
    ctx.db.as(SYSTEM, async (tx) => {
      await writeAll(ctx, tx, plan, new Set());
      finish();
    }),
  );
  const originals = new ImportedOriginals(ctx, folder);
  try {
    const report: ImportReport = { files: 0, rows: 0, problems: [] };
    await forEachRow(filesOf(plan), LANES, async (file) => {
      if (await originals.place(file)) report.files += 1;
      else report.problems.push(`${file.path}: the original was already missing from the export`);
      onFile(report);
    });
    report.rows = await ctx.db.as(SYSTEM, async (tx) => {
      const rows = await writeAll(ctx, tx, plan, originals.lost);
      await assertUnchanged(folder);
      await auditImport(tx, plan.header);
      return rows;
    });
    return report;
  } catch (error) {
    await originals.rollBack();
    throw error;
  }
}

function readCode(given: string): string {
  const found = CompanyInput.shape.companyCode.safeParse(given);
  if (found.success) return found.data;
  throw new ArchiveError(
    `${given} is not a valid company code. ${found.error.issues[0]?.message ?? ''}`,
  );
}

async function planImport(ctx: Needs, folder: string, companyCode: string | null): Promise<Plan> {
  await assertUnchanged(folder);
  const header = await readHeader(folder);
  const { companyId, schema } = header;
  if (companyCode !== null && companyId === null)
    throw new ArchiveError(
      'This export contains everything. Only the export of one company can be imported with another code.',
    );
  const shape = await withSnapshot(ctx.db, async (snapshot) => ({
    lists: await listShapes(snapshot),
    isComplete: (await schemaVersion(snapshot)) === schema,
  }));
  const arrivals = await ctx.db.as(SYSTEM, async (tx) => {
    if (!(await hasMigration(tx, schema))) {
      throw new ArchiveError(
        'This export comes from a newer version of Overfly. Install that version first.',
      );
    }
    const survey = await scanExport(tx, folder, shape, { companyId, companyCode });
    return readMapping(tx, survey, header, companyCode);
  });
  return { folder, header, shape, arrivals };
}

async function assertUnchanged(folder: string): Promise<void> {
  const known = await readManifestHash(folder, DATA_FILE);
  const found = await hashFile(join(folder, DATA_FILE)).catch(() => null);
  if (found === null) throw new ArchiveError(`${join(folder, DATA_FILE)} is missing.`);
  if (known !== found.sha256)
    throw new ArchiveError(`${join(folder, DATA_FILE)} was changed after the export.`);
}

async function* filesOf({ folder, shape }: Plan): AsyncGenerator<ExportedFile> {
  for await (const { name, row } of validRows(folder, shape)) {
    if (name === 'files') yield ExportedFile.parse(row);
  }
}

function writeAll(ctx: Needs, tx: Tx, plan: Plan, lost: ReadonlySet<string>): Promise<number> {
  const rows = storedRows(ctx, plan, lost);
  return asOwner(tx, { execute: () => writeRows(tx, rows) });
}

async function* storedRows(
  ctx: Needs,
  { folder, shape, arrivals }: Plan,
  lost: ReadonlySet<string>,
): AsyncGenerator<RowOfTable> {
  const tables = new Map(COLLECTIONS.map(({ name, table }) => [name, table]));
  for await (const { name, row, place } of validRows(folder, shape)) {
    const stored = toStore(ctx, name, row, { arrivals, lost });
    yield { name: tables.get(name) ?? name, row: stored, place };
  }
}

const auditImport = (tx: Tx, { companyId: id, exportedAt }: ExportHeader) =>
  audit(tx, 'export.imported', { type: id ? 'company' : 'installation', id }, { exportedAt });
