import { sql } from 'kysely';
import pg from 'pg';
import type { Database } from './database.ts';
import type { Tx } from './transaction.ts';
import { translateError } from './unavailable.ts';

export type Unsubscribe = () => Promise<void>;

const CHANNEL = /^[a-z][a-z0-9_]{0,62}$/;
/** PostgreSQL requires payloads of less than 8000 bytes. */
const PAYLOAD_LIMIT_BYTES = 7999;
const CONNECT_TIMEOUT_MS = 5000;
const FIRST_RETRY_MS = 250;
const LAST_RETRY_MS = 15_000;
/** Without pings, a lost connection would go unnoticed. */
const PING_EVERY_MS = 20_000;
const PING_TIMEOUT_MS = 10_000;

const embeddedListeners = new WeakMap<pg.Pool, EmbeddedListener>();

/** Reconnects forever; notifications in between are lost. Throws DATABASE_UNAVAILABLE if the first connection fails. */
export async function subscribe(
  database: Database,
  channel: string,
  onPayload: (payload: string) => void,
  onReconnect: () => void = () => {},
): Promise<Unsubscribe> {
  assertChannel(channel);
  if (database.kind === 'server') {
    const listener = new Listener(database.pool.options, channel, {
      payload: (payload) => reportErrors(() => onPayload(payload)),
      reconnect: () => reportErrors(onReconnect),
    });
    await listener.start();
    return () => listener.stop();
  }
  const { pool } = database;
  const listener = embeddedListeners.get(pool) ?? new EmbeddedListener(pool);
  embeddedListeners.set(pool, listener);
  return listener.listen(channel, {
    payload: (payload) => reportErrors(() => onPayload(payload)),
    reconnect: () => reportErrors(onReconnect),
  });
}

/** Sends on commit, never after a rollback. `payload` is at most 7999 bytes of UTF-8. */
export async function notify(tx: Tx, channel: string, payload: string): Promise<void> {
  assertChannel(channel);
  if (Buffer.byteLength(payload) > PAYLOAD_LIMIT_BYTES) {
    throw new RangeError(
      `A notification on ${channel} is longer than ${PAYLOAD_LIMIT_BYTES} bytes.`,
    );
  }
  await sql`select pg_notify(${channel}, ${payload})`.execute(tx);
}

function assertChannel(channel: string): void {
  if (!CHANNEL.test(channel)) throw new TypeError(`${channel} is not a valid channel name.`);
}

/** A subscriber's error must not break the connection. */
function reportErrors(call: () => void): void {
  try {
    call();
  } catch (error) {
    process.emitWarning(error instanceof Error ? error : String(error));
  }
}

type Callbacks = { payload: (payload: string) => void; reconnect: () => void };

/** Events arrive before the response to the commit that sent them. */
class EmbeddedListener {
  readonly #pool: pg.Pool;
  readonly #channels = new Map<string, Set<Callbacks>>();
  readonly #attached = new WeakSet<pg.PoolClient>();

  constructor(pool: pg.Pool) {
    this.#pool = pool;
    pool.on('connect', (client) => this.#resubscribe(client));
  }

  async listen(channel: string, on: Callbacks): Promise<Unsubscribe> {
    const callbacks = this.#channels.get(channel) ?? new Set();
    this.#channels.set(channel, callbacks.add(on));
    const client = await this.#pool.connect();
    try {
      this.#attach(client);
      await client.query(`listen ${channel}`);
    } finally {
      client.release();
    }
    return async () => void callbacks.delete(on);
  }

  #attach(client: pg.PoolClient): void {
    if (this.#attached.has(client)) return;
    this.#attached.add(client);
    client.on('notification', ({ channel, payload }) => {
      for (const on of this.#channels.get(channel) ?? []) on.payload(payload ?? '');
    });
  }

  #resubscribe(client: pg.PoolClient): void {
    if (this.#channels.size === 0) return;
    this.#attach(client);
    const statements = [...this.#channels.keys()].map((channel) => `listen ${channel}`).join('; ');
    client.query(statements).then(
      () => this.#channels.forEach((all) => all.forEach((on) => on.reconnect())),
      () => {},
    );
  }
}

class Listener {
  readonly #config: pg.ClientConfig;
  readonly #channel: string;
  readonly #on: Callbacks;
  #client: pg.Client | null = null;
  #timer: NodeJS.Timeout | undefined;
  #retryMs = FIRST_RETRY_MS;
  #stopped = false;

  constructor(pool: pg.PoolConfig, channel: string, on: Callbacks) {
    this.#config = {
      connectionString: pool.connectionString,
      connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
      keepAlive: true,
      application_name: 'overfly listener',
    };
    this.#channel = channel;
    this.#on = on;
  }

  async start(): Promise<void> {
    try {
      await this.#connect();
    } catch (error) {
      throw translateError(error);
    }
  }

  async stop(): Promise<void> {
    this.#stopped = true;
    clearTimeout(this.#timer);
    await this.#client?.end();
  }

  async #connect(): Promise<void> {
    const client = new pg.Client(this.#config);
    client.on('error', () => {});
    client.on('notification', ({ payload }) => this.#on.payload(payload ?? ''));
    try {
      await client.connect();
      await client.query(`listen ${this.#channel}`);
    } catch (error) {
      await client.end().catch(() => {});
      throw error;
    }
    this.#client = client;
    this.#retryMs = FIRST_RETRY_MS;
    client.once('end', () => this.#reconnectLater());
    this.#pingLater(client);
  }

  #pingLater(client: pg.Client): void {
    this.#timer = setTimeout(() => {
      const ping = { text: 'select 1', query_timeout: PING_TIMEOUT_MS };
      client.query(ping).then(
        () => this.#pingLater(client),
        () => client.end(),
      );
    }, PING_EVERY_MS).unref();
  }

  #reconnectLater(): void {
    clearTimeout(this.#timer);
    this.#client = null;
    if (this.#stopped) return;
    this.#timer = setTimeout(() => void this.#reconnect(), this.#retryMs * (0.5 + Math.random()));
    this.#timer.unref();
    this.#retryMs = Math.min(this.#retryMs * 2, LAST_RETRY_MS);
  }

  async #reconnect(): Promise<void> {
    try {
      await this.#connect();
    } catch {
      this.#reconnectLater();
      return;
    }
    if (this.#stopped) await this.stop();
    else this.#on.reconnect();
  }
}
