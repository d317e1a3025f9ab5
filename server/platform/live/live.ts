import { EventEmitter } from 'node:events';
import { z } from 'zod';
import type { Logger } from 'pino';
import { Audience, LiveEvent } from '#domain/live.ts';
import type { Database, Tx } from '../db/database.ts';
import { notify, subscribe } from '../db/listen.ts';

const CHANNEL = 'overfly_live';

const Notice = z.object({ event: LiveEvent, audience: Audience.nullable() });
/** Staff always get the event. A null audience means all clients who can see the thing. */
export type Notice = z.infer<typeof Notice>;

/** PostgreSQL limits notifications to 8,000 bytes. */
const PEOPLE_PER_NOTICE = 100;

export type Live = {
  /**
   * Sent after the commit. Pass an `audience` if clients can't see the thing after the change, or can't see it through
   * the project.
   */
  publish(tx: Tx, event: LiveEvent, audience?: Audience): Promise<void>;
  onEvent(listener: (event: LiveEvent, notice: Notice) => void): () => void;
  /** Called after a lost database connection, when events may have been missed. */
  onGap(listener: () => void): () => void;
  close(): Promise<void>;
};

export async function createLive(database: Database, log: Logger): Promise<Live> {
  const events = new EventEmitter<{ event: [LiveEvent, Notice]; gap: [] }>().setMaxListeners(0);
  const emitNotice = (payload: string) => {
    const notice = Notice.safeParse(JSON.parse(payload));
    if (notice.success) events.emit('event', notice.data.event, notice.data);
    else log.warn({ payload }, 'unknown live event');
  };
  const unsubscribe = await subscribe(database, CHANNEL, emitNotice, () => events.emit('gap'));
  return {
    async publish(tx, event, audience) {
      for (const part of splitAudience(audience ?? null)) {
        await notify(tx, CHANNEL, JSON.stringify({ event, audience: part } satisfies Notice));
      }
    },
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

function splitAudience(audience: Audience | null): (Audience | null)[] {
  if (!audience || audience.profileIds.length <= PEOPLE_PER_NOTICE) return [audience];
  const [first, rest] = [
    audience.profileIds.slice(0, PEOPLE_PER_NOTICE),
    audience.profileIds.slice(PEOPLE_PER_NOTICE),
  ];
  return [
    { ...audience, profileIds: first },
    ...splitAudience({ companyId: null, profileIds: rest }),
  ];
}
