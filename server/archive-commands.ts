import { resolve, join } from 'node:path';
import { breakLabel } from '#domain/audit.ts';
import { byteSize } from '#domain/byte-size.ts';
import type { Config } from './config.ts';
import { requestBackup } from './control.ts';
import { checkChain } from './events/audit/service.ts';
import {
  makeRecordedBackup,
  type FolderBackupReport,
  type RestoreReport,
  restoreBackup,
} from './operations/backups/service.ts';
import { exportTo, importFrom } from './operations/exports/service.ts';
import { sweepOrphans } from './operations/orphans/service.ts';
import { assertOwnStorage } from './own-storage.ts';
import type { Context } from './platform/context.ts';
import { readFile, rename, writeFile } from 'node:fs/promises';
import { openStorage, SCHEMA } from './context.ts';
import { openDatabase } from './platform/db/database.ts';
import { createLogger } from './platform/log.ts';

const printLine = (line: string) => void process.stdout.write(`  ${line}\n`);

export async function exportCompany(ctx: Context, which = '', folder = '') {
  assertArguments(which, folder);
  const { files, bytes, problems } = await exportTo(
    ctx,
    which,
    folder,
    progressPrinter('exported'),
  );
  for (const problem of problems) process.stderr.write(`  Not exported: ${problem}\n`);
  process.stdout.write(`\n  Exported ${files} files (${byteSize(bytes)}) to ${folder}.\n\n`);
  if (problems.length > 0) process.exitCode = 1;
}

export async function importCompany(ctx: Context, folder = '', companyCode: string | null = null) {
  assertArguments(folder);
  const options = { companyCode, onFile: progressPrinter('imported') };
  const { files, rows, problems } = await importFrom(ctx, folder, options);
  for (const problem of problems) process.stderr.write(`  Not imported: ${problem}\n`);
  if (problems.length > 0) process.exitCode = 1;
  process.stdout.write(
    `\n  Imported ${files} files and ${rows} rows. Start Overfly to create the pictures.\n\n`,
  );
}

export async function backUp(ctx: Context, folder = '', pictures = false) {
  assertArguments(folder);
  announceBackup(await makeRecordedBackup(ctx, resolve(folder), { pictures }));
}

/** Asks the serving process, because only it can open the embedded database. Returns false if Overfly isn't running. */
export async function backUpWhileRunning(
  config: Config,
  folder = '',
  pictures = false,
): Promise<boolean> {
  assertArguments(folder);
  if (config.databaseUrl !== null) return false;
  const report = await requestBackup(config.dataDir, { folder: resolve(folder), pictures });
  if (report) announceBackup(report);
  return report !== null;
}

function announceBackup(report: FolderBackupReport) {
  for (const problem of report.problems) process.stderr.write(`  Not in the backup: ${problem}\n`);
  process.stdout.write(
    `\n  Backup saved to ${report.folder}: ${report.files} files, ${report.copied} of them new ` +
      `(${byteSize(report.bytes)}).\n\n`,
  );
  if (report.problems.length > 0) process.exitCode = 1;
}

export async function restoreFrom(config: Config, folder = '', leavesOutDamaged = false) {
  assertArguments(folder);
  const report = await restore(config, folder, { leavesOutDamaged });
  const { files, rows, madeAt, isKeyHere, held, problems } = report;
  for (const problem of problems) process.stderr.write(`  Not restored: ${problem}\n`);
  if (problems.length > 0) process.exitCode = 1;
  process.stdout.write(
    `\n  Restored: ${files} files and ${rows} rows, as of ${madeAt}. Start Overfly to create the pictures.\n\n`,
  );
  printHeldBack(held);
  if (!isKeyHere) printLine("Set SECRET_KEY to the key in the backup's secret-key file.\n");
}

/** Lists what stays off after a restore, because the original site may still be running. */
function printHeldBack({ webhooks, emails, transfers }: RestoreReport['held']) {
  const printCount = (label: string, count: number, advice: string) =>
    count > 0 && printLine(`${label}: ${count}. ${advice}`);
  printCount('Webhooks turned off', webhooks.length, 'Enable them under Integrations.');
  printCount('Unsent emails on hold', emails, 'Send them under System.');
  printCount('Google Drive transfers canceled', transfers, 'Start them again.');
}

export async function checkAudit(ctx: Context) {
  const { entries, head, breaks, breakCount } = await checkChain(ctx, { kind: 'system' });
  for (const one of breaks) process.stderr.write(`  ${breakLabel(one)}\n`);
  const found =
    breakCount === 0
      ? 'The chain is intact'
      : `The chain is broken in ${breakCount} place${breakCount === 1 ? '' : 's'}`;
  process.stdout.write(
    `\n  ${found}: ${entries} entries. Hash of the last one:\n  ${head ?? '-'}\n\n`,
  );
  if (breakCount > 0) process.exitCode = 1;
}

export async function sweepStorage(ctx: Context, removes: boolean) {
  await assertOwnStorage(ctx);
  const found = await sweepOrphans(ctx, { removes }, (orphan) =>
    printLine(`${orphan.folder} ${byteSize(orphan.bytes)}, ${orphan.changedAt.toISOString()}`),
  );
  if (!found) {
    process.stdout.write(
      '\n  Nothing was checked: the database has no files, so a restore may be in progress.\n\n',
    );
    return;
  }
  const { folders, bytes } = found;
  const action = removes ? 'Removed' : 'Found (add --remove to delete)';
  process.stdout.write(
    folders === 0
      ? '\n  No unused folders older than a day.\n\n'
      : `\n  ${action}: ${folders} unused folders, ${byteSize(bytes)}.\n\n`,
  );
}

function assertArguments(...all: string[]) {
  if (all.includes('')) throw new Error('An argument is missing: see overfly --help.');
}

function progressPrinter(action: string) {
  return ({ files }: { files: number }) => {
    if (files % 1000 === 0) printLine(`${files} files ${action}`);
  };
}

/** Opens the database without migrating it: the backup may be from an older version. */
async function restore(
  config: Config,
  folder: string,
  options: { leavesOutDamaged: boolean },
): Promise<RestoreReport> {
  const { databaseUrl, dataDir } = config;
  const db = await openDatabase({ databaseUrl, dataDir, log: createLogger(config.logLevel) });
  try {
    const storage = await openStorage(config);
    const takeKey = (key: string) => restoreSecretKey(config, key);
    return await restoreBackup({ db, storage, dataDir, schema: SCHEMA, takeKey }, folder, options);
  } finally {
    await db.close();
  }
}

/** A SECRET_KEY from the settings is kept. Returns whether the backup's key is now in use. */
async function restoreSecretKey({ dataDir, secretKey }: Config, key: string): Promise<boolean> {
  if (secretKey === key) return true;
  const file = join(dataDir, 'secret-key');
  const kept = await readFile(file, 'utf8').catch(() => '');
  if (kept.trim() !== secretKey) return false;
  await writeFile(`${file}.new`, `${key}\n`, { mode: 0o600, flush: true });
  await rename(`${file}.new`, file);
  return true;
}
