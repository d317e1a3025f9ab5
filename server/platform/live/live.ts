import { EventEmitter } from 'node:events';
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
  /** Calls when events may have been missed, the line to the database having been lost; returns how to stop. */
  onGap(listener: () => void): () => void;
  close(): Promise<void>;
};

/** The live channel between processes: LISTEN/NOTIFY on a server, in process when embedded. */
export async function createLive(database: Database, log: Logger): Promise<Live> {
  const events = new EventEmitter<{ event: [LiveEvent]; gap: [] }>().setMaxListeners(0);
  const pass = (payload: string) => {
    const event = LiveEvent.safeParse(JSON.parse(payload));
    if (event.success) events.emit('event', event.data);
    else log.warn({ payload }, 'unknown live event');
  };
  const unsubscribe = await subscribe(database, CHANNEL, pass, () => events.emit('gap'));
  return {
    publish: (tx, event) => notify(tx, CHANNEL, JSON.stringify(event)),
    onEvent(listener) {
      events.on('event', listener);
      return () => void events.off('event', listener);
    },
    onGap(listener) {
      events.on('gap', listener);
      return () => void events.off('gap', listener);
    },
    close: unsubscribe,
  };
}
