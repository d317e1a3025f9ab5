import type { Event } from '#domain/events.ts';
import type { Config } from '../config.ts';
import type { Auth } from './auth/auth.ts';
import type { Database, Tx } from './db/database.ts';
import type { Drive } from './drive/drive.ts';
import type { Sessions } from './auth/sessions/sessions.ts';
import type { Signer } from './signed-url.ts';
import type { AtOnce } from './limit/at-once.ts';
import type { Live } from './live/live.ts';
import type { Logger } from './log.ts';
import type { Metrics } from './metrics.ts';
import type { Mailer } from './mail/mailer.ts';
import type { Decoder } from './media/decoder.ts';
import type { Queue } from './queue/queue.ts';
import type { Revocations } from './revocations.ts';
import type { MapCache } from './raster/map-cache.ts';
import type { Storage } from './storage/storage.ts';
import type { UploadStore } from './storage/upload-store.ts';

export type Context = {
  readonly config: Config;
  readonly log: Logger;
  readonly clock: () => Date;
  readonly metrics: Metrics;
  readonly db: Database;
  readonly storage: Storage;
  /** Incomplete uploads. */
  readonly uploads: UploadStore;
  readonly decoder: Decoder;
  readonly mapCache: MapCache;
  readonly queue: Queue;
  /** Records an event in the transaction of the action; see `EVENTS` in `domain/events.ts`. */
  readonly record: (tx: Tx, event: Event) => Promise<void>;
  readonly live: Live;
  readonly revocations: Revocations;
  readonly drive: Drive;
  readonly mail: Mailer;
  readonly signer: Signer;
  readonly auth: Auth;
  readonly sessions: Sessions;
  readonly atOnce: AtOnce;
  close(): Promise<void>;
};
