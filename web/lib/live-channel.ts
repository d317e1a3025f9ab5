import { LIVE_TIMING } from '#domain/live-timing.ts';
import type { LiveEvent, LiveMessage } from '#domain/live.ts';

/** `idle`: not started; `connecting`: first attempt; `lost`: it was there, or failed, and is retried. */
export type LiveState = 'idle' | 'connecting' | 'open' | 'lost';

export type LiveSocket = { send: (text: string) => void; close: () => void };

export type LiveHandlers = { onMessage: (data: unknown) => void; onClose: () => void };

export type LiveParts = {
  open: (handlers: LiveHandlers) => LiveSocket;
  /** Runs `action` after some milliseconds; returns how to cancel it. */
  after: (milliseconds: number, action: () => void) => () => void;
  onEvent: (event: LiveEvent) => void;
  onState: (state: LiveState) => void;
  /** Hears of every connection that ended or could not be made. */
  onLoss: () => void;
};

/**
 * The live channel: connects, keeps alive with a heartbeat every 25 s, gives up on a silence of
 * 10 s, and connects again after 1, 2, 5, then every 10 s.
 */
export class LiveChannel {
  #state: LiveState = 'idle';
  #socket: LiveSocket | null = null;
  #attempt = 0;
  /** Number of the connection in use; what older ones still report is not heard. */
  #connection = 0;
  #cancels: (() => void)[] = [];
  readonly #parts: LiveParts;

  constructor(parts: LiveParts) {
    this.#parts = parts;
  }

  start(): void {
    if (this.#state !== 'idle') return;
    this.#become('connecting');
    this.#connect();
  }

  stop(): void {
    this.#drop();
    this.#attempt = 0;
    this.#become('idle');
  }

  /** Tries at once instead of waiting, e.g. because the browser says it is online again. */
  retryNow(): void {
    if (this.#state !== 'lost') return;
    this.#drop();
    this.#connect();
  }

  /** Gives the connection up at once, because the browser says that it is offline. */
  giveUp(): void {
    if (this.#state === 'open') this.#lose();
  }

  #connect(): void {
    const mine = ++this.#connection;
    const ifCurrent = (action: () => void) => mine === this.#connection && action();
    try {
      this.#socket = this.#parts.open({
        onMessage: (data) => ifCurrent(() => this.#hear(data)),
        onClose: () => ifCurrent(() => this.#lose()),
      });
    } catch {
      return this.#lose();
    }
    this.#wait(LIVE_TIMING.timeout, () => this.#lose());
  }

  #hear(data: unknown): void {
    const message = parseMessage(data);
    if (!message) return;
    if (message.kind === 'event') return this.#parts.onEvent(message.event);
    this.#attempt = 0;
    this.#become('open');
    this.#cancelAll();
    this.#wait(LIVE_TIMING.heartbeat, () => this.#beat());
  }

  #beat(): void {
    try {
      this.#socket?.send(JSON.stringify({ kind: 'heartbeat' } satisfies LiveMessage));
    } catch {
      return this.#lose();
    }
    this.#wait(LIVE_TIMING.timeout, () => this.#lose());
  }

  #lose(): void {
    this.#drop();
    const delays = LIVE_TIMING.reconnect;
    const delay = delays[Math.min(this.#attempt, delays.length - 1)] ?? delays[0];
    this.#attempt += 1;
    this.#become('lost');
    this.#parts.onLoss();
    this.#wait(delay, () => this.#connect());
  }

  #drop(): void {
    this.#cancelAll();
    this.#connection += 1;
    this.#socket?.close();
    this.#socket = null;
  }

  #wait(milliseconds: number, action: () => void): void {
    this.#cancels.push(this.#parts.after(milliseconds, action));
  }

  #cancelAll(): void {
    for (const cancel of this.#cancels.splice(0)) cancel();
  }

  #become(state: LiveState): void {
    if (state === this.#state) return;
    this.#state = state;
    this.#parts.onState(state);
  }
}

const KNOWN: Record<LiveEvent['type'], true> = {
  'company.changed': true,
  'person.changed': true,
  'invitation.changed': true,
  'project.changed': true,
  'submission.changed': true,
  'file.changed': true,
  'drive-transfers.changed': true,
  'viewpoints.changed': true,
  'measurements.changed': true,
  'stored-file.changed': true,
  'share-link.changed': true,
  'downloads.changed': true,
  'notifications.changed': true,
  'form-submission.changed': true,
};

/** Null for what this page does not know: the server may be a newer one. Without the library of the forms. */
function parseMessage(data: unknown): LiveMessage | null {
  if (typeof data !== 'string') return null;
  try {
    const message = JSON.parse(data) as LiveMessage;
    if (message.kind === 'event') return Object.hasOwn(KNOWN, message.event.type) ? message : null;
    return message.kind === 'ready' || message.kind === 'heartbeat' ? message : null;
  } catch {
    return null;
  }
}
