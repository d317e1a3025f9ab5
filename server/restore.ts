import { readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Config } from './config.ts';
import { openStorage, SCHEMA } from './context.ts';
import { restoreBackup, type RestoreReport } from './operations/backups/service.ts';
import { openDatabase } from './platform/db/database.ts';
import { createLogger } from './platform/log.ts';

/** Restores a backup before anything was started here: the database must not be of a newer version yet. */
export async function restore(
  config: Config,
  folder: string,
  options: { leavesOutDamaged: boolean },
): Promise<RestoreReport> {
  const { databaseUrl, dataDir } = config;
  const db = await openDatabase({ databaseUrl, dataDir, log: createLogger(config.logLevel) });
  try {
    const storage = await openStorage(config);
    const takeKey = (key: string) => putKey(config, key);
    return await restoreBackup({ db, storage, dataDir, schema: SCHEMA, takeKey }, folder, options);
  } finally {
    await db.close();
  }
}

/** Puts the key of the backup in the place of the one that was made here; one from the settings stays. */
async function putKey({ dataDir, secretKey }: Config, key: string): Promise<boolean> {
  if (secretKey === key) return true;
  const file = join(dataDir, 'secret-key');
  const kept = await readFile(file, 'utf8').catch(() => '');
  if (kept.trim() !== secretKey) return false;
  await writeFile(`${file}.new`, `${key}\n`, { mode: 0o600, flush: true });
  await rename(`${file}.new`, file);
  return true;
}
