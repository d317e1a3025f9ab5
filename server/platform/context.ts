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

/** Everything a feature may need from the outside world. A function takes only what it uses. */
export type Context = {
  readonly config: Config;
  readonly log: Logger;
  readonly clock: () => Date;
  /** What a monitor reads of this process. */
  readonly metrics: Metrics;
  readonly db: Database;
  readonly storage: Storage;
  /** Files that are still arriving. */
  readonly uploads: UploadStore;
  /** Makes pictures of files, in processes of its own. */
  readonly decoder: Decoder;
  /** Tiles of maps, and what they are drawn of, on a disk of this machine. */
  readonly mapCache: MapCache;
  readonly queue: Queue;
  /** Says what happened, in the transaction of the deed itself; what follows is in `domain/events.ts`. */
  readonly record: (tx: Tx, event: Event) => Promise<void>;
  readonly live: Live;
  /** What must stop, or be asked anew, since somebody may see it no more. */
  readonly revocations: Revocations;
  /** The one Google Drive of the installation. */
  readonly drive: Drive;
  readonly mail: Mailer;
  readonly signer: Signer;
  readonly auth: Auth;
  /** Who requests come from. */
  readonly sessions: Sessions;
  /** How much of what one party asks for is under way at the same time. */
  readonly atOnce: AtOnce;
  close(): Promise<void>;
};
