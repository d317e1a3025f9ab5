import { join } from 'node:path';
import { readChangeableConfig, type Config } from './config.ts';
import { JOBS } from './jobs.ts';
import { createAuth } from './platform/auth/auth.ts';
import type { PasswordCost } from './platform/auth/passwords.ts';
import type { Context } from './platform/context.ts';
import { record } from './subscribers.ts';
import { createDrive } from './platform/drive/drive.ts';
import { openDatabase } from './platform/db/database.ts';
import { migrate } from './platform/db/migrate.ts';
import { createSessions } from './platform/auth/sessions/sessions.ts';
import { createSigner } from './platform/signed-url.ts';
import { createConcurrencyLimits } from './platform/limit/concurrency-limits.ts';
import { createLive } from './platform/live/live.ts';
import { createLogger } from './platform/log.ts';
import { createMailer } from './platform/mail/mailer.ts';
import { createMetrics, createQueryObserver } from './platform/metrics.ts';
import { createDecoder } from './platform/media/decoder.ts';
import { createMapCache } from './platform/raster/map-cache.ts';
import { createQueue } from './platform/queue/queue.ts';
import { createSettings } from './platform/settings/settings.ts';
import { createRevocations } from './platform/revocations.ts';
import { diskStorage } from './platform/storage/disk.ts';
import { withDiskWarning } from './platform/storage/work-disk.ts';
import { UploadStore } from './platform/storage/upload-store.ts';

const DB_DIRECTORY = join(import.meta.dirname, '../db');
export const SCHEMA = {
  migrationsDir: join(DB_DIRECTORY, 'migrations'),
  policiesFile: join(DB_DIRECTORY, 'policies.sql'),
};

export type Overrides = Partial<Omit<Context, 'config' | 'close'>> & {
  passwordCost?: PasswordCost;
};

export async function createContext(config: Config, overrides: Overrides = {}): Promise<Context> {
  const log = overrides.log ?? createLogger(config.logLevel);
  const clock = overrides.clock ?? (() => new Date());
  const opened = new AsyncDisposableStack();
  try {
    const { databaseUrl, dataDir } = config;
    const db = overrides.db ?? (await openDatabase({ databaseUrl, dataDir, log }));
    opened.defer(() => db.close());
    const metrics = overrides.metrics ?? createMetrics(log);
    db.observe(createQueryObserver({ log, metrics, slowMs: config.observation.slowQueryMs }));
    if (!overrides.db) await migrate(db, SCHEMA);
    const settings =
      overrides.settings ??
      createSettings({ config, db, log, readChangeable: readChangeableConfig });
    await settings.load();
    const storage = overrides.storage ?? (await openStorage(config));
    const uploads = overrides.uploads ?? new UploadStore({ directory: join(dataDir, 'uploads') });
    const mapCache =
      overrides.mapCache ?? createMapCache({ storage, directory: join(dataDir, 'maps') });
    const decoder = overrides.decoder ?? createDecoder();
    opened.defer(() => decoder.close());
    const queue = overrides.queue ?? (await createQueue(db, JOBS, log, metrics));
    opened.defer(() => queue.stop());
    const live = overrides.live ?? (await createLive(db, log));
    opened.defer(() => live.close());
    opened.defer(followSettings(live, settings, log));
    const revocations = overrides.revocations ?? (await createRevocations(db));
    opened.defer(() => revocations.close());
    const mail =
      overrides.mail ?? createMailer({ config, db, queue, clock, log, storage, decoder });
    const drive = overrides.drive ?? createDrive({ config, db, clock, log });
    const signer = overrides.signer ?? createSigner(config.secretKey, () => clock().getTime());
    const auth = overrides.auth ?? (await createAuth(db, config, clock, overrides.passwordCost));
    const sessions = overrides.sessions ?? (await createSessions(db, clock));
    opened.defer(() => sessions.close());
    const atOnce = overrides.atOnce ?? createConcurrencyLimits();
    const close = () => opened.disposeAsync();
    const ctx: Context = {
      config,
      log,
      clock,
      metrics,
      db,
      storage,
      uploads,
      decoder,
      mapCache,
      queue,
      live,
      revocations,
      drive,
      mail,
      settings,
      signer,
      auth,
      sessions,
      atOnce,
      record: (tx, event) => record(ctx, tx, event),
      close,
    };
    return ctx;
  } catch (error) {
    await opened.disposeAsync();
    throw error;
  }
}

/** Reloads settings that any process saved. Returns a function that stops it. */
function followSettings(
  live: Context['live'],
  settings: Context['settings'],
  log: Context['log'],
): () => void {
  const reload = () => {
    settings.load().catch((err: unknown) => log.error({ err }, 'failed to reload the settings'));
  };
  const stops = [
    live.onEvent(({ type }) => {
      if (type === 'settings.changed') reload();
    }),
    live.onGap(reload),
  ];
  return () => stops.forEach((stop) => stop());
}

/** The S3 client is loaded only if needed: it takes 40 MB and 0.2 s. */
export async function openStorage({ s3, dataDir }: Config): Promise<Context['storage']> {
  if (!s3) return withDiskWarning(diskStorage(join(dataDir, 'storage')), dataDir);
  const { s3Storage } = await import('./platform/storage/s3.ts');
  return withDiskWarning(s3Storage(s3, { scratch: join(dataDir, 'tmp') }), dataDir);
}
