import { LIVE_TIMING } from '#domain/live-timing.ts';
import type { LiveEvent, LiveMessage } from '#domain/live.ts';

/** `lost` means the connection dropped or failed and is being retried. */
export type LiveState = 'idle' | 'connecting' | 'open' | 'lost';

export type LiveSocket = { send: (text: string) => void; close: () => void };

export type LiveHandlers = { onMessage: (data: unknown) => void; onClose: () => void };

export type LiveDependencies = {
  open: (handlers: LiveHandlers) => LiveSocket;
  /** Runs `action` after a delay; returns a function to cancel it. */
  after: (milliseconds: number, action: () => void) => () => void;
  onEvent: (event: LiveEvent) => void;
  onState: (state: LiveState) => void;
  onLoss: () => void;
};

/**
 * Sends a heartbeat every 25 s, drops the connection after 10 s without an answer, and reconnects after 1, 2, 5, then
 * every 10 s.
 */
export class LiveChannel {
  #state: LiveState = 'idle';
  #socket: LiveSocket | null = null;
  #attempt = 0;
  /** Number of the current connection. Events from older connections are ignored. */
  #connection = 0;
  #cancels: (() => void)[] = [];
  readonly #parts: LiveDependencies;

  constructor(parts: LiveDependencies) {
    this.#parts = parts;
  }

  start(): void {
    if (this.#state !== 'idle') return;
    this.#setState('connecting');
    this.#connect();
  }

  stop(): void {
    this.#closeSocket();
    this.#attempt = 0;
    this.#setState('idle');
  }

  retryNow(): void {
    if (this.#state !== 'lost') return;
    this.#closeSocket();
    this.#connect();
  }

  disconnect(): void {
    if (this.#state === 'open') this.#reconnect();
  }

  #connect(): void {
    const mine = ++this.#connection;
    const ifCurrent = (action: () => void) => mine === this.#connection && action();
    try {
      this.#socket = this.#parts.open({
        onMessage: (data) => ifCurrent(() => this.#receive(data)),
        onClose: () => ifCurrent(() => this.#reconnect()),
      });
    } catch {
      return this.#reconnect();
    }
    this.#wait(LIVE_TIMING.timeout, () => this.#reconnect());
  }

  #receive(data: unknown): void {
    const message = parseMessage(data);
    if (!message) return;
    if (message.kind === 'event') return this.#parts.onEvent(message.event);
    this.#attempt = 0;
    this.#setState('open');
    this.#cancelAll();
    this.#wait(LIVE_TIMING.heartbeat, () => this.#sendHeartbeat());
  }

  #sendHeartbeat(): void {
    try {
      this.#socket?.send(JSON.stringify({ kind: 'heartbeat' } satisfies LiveMessage));
    } catch {
      return this.#reconnect();
    }
    this.#wait(LIVE_TIMING.timeout, () => this.#reconnect());
  }

  #reconnect(): void {
    this.#closeSocket();
    const delays = LIVE_TIMING.reconnect;
    const delay = delays[Math.min(this.#attempt, delays.length - 1)] ?? delays[0];
    this.#attempt += 1;
    this.#setState('lost');
    this.#parts.onLoss();
    this.#wait(delay, () => this.#connect());
  }

  #closeSocket(): void {
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

  #setState(state: LiveState): void {
    if (state === this.#state) return;
    this.#state = state;
    this.#parts.onState(state);
  }
}

const EVENT_TYPES: Record<LiveEvent['type'], true> = {
  'company.changed': true,
  'person.changed': true,
  'invitation.changed': true,
  'project.changed': true,
  'submission.changed': true,
  'file.changed': true,
  'drive-transfers.changed': true,
  'viewpoints.changed': true,
  'map-builds.changed': true,
  'visits.changed': true,
  'pins.changed': true,
  'measurements.changed': true,
  'stored-file.changed': true,
  'share-link.changed': true,
  'downloads.changed': true,
  'notifications.changed': true,
  'form-submission.changed': true,
  'settings.changed': true,
};

/** Null for unknown messages, as from a newer server. Doesn't use zod, which not every page loads. */
function parseMessage(data: unknown): LiveMessage | null {
  if (typeof data !== 'string') return null;
  try {
    const message = JSON.parse(data) as LiveMessage;
    if (message.kind === 'event')
      return Object.hasOwn(EVENT_TYPES, message.event.type) ? message : null;
    return message.kind === 'ready' || message.kind === 'heartbeat' ? message : null;
  } catch {
    return null;
  }
}
