import type { Logger } from 'pino';
import { LiveEvent } from '#domain/live.ts';
import type { Database, Tx } from '../db/database.ts';
import { notify, subscribe } from '../db/listen.ts';

const CHANNEL = 'overfly_live';

export type Live = {
  /** Tells everyone, in every process, once the transaction has committed. */
  publish(tx: Tx, event: LiveEvent): Promise<void>;
  /** Hears events of all processes; returns how to stop. */
  onEvent(listener: (event: LiveEvent) => void): () => void;
  close(): Promise<void>;
};

/** The live channel between processes: LISTEN/NOTIFY on a server, in process when embedded. */
export async function createLive(database: Database, log: Logger): Promise<Live> {
  const listeners = new Set<(event: LiveEvent) => void>();
  const unsubscribe = await subscribe(database, CHANNEL, (payload) => {
    const event = LiveEvent.safeParse(JSON.parse(payload));
    if (!event.success) return log.warn({ payload }, 'unknown live event');
    for (const listener of listeners) listener(event.data);
  });
  return {
    publish: (tx, event) => notify(tx, CHANNEL, JSON.stringify(event)),
    onEvent(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    close: unsubscribe,
  };
}
