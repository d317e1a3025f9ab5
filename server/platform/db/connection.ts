import type { CompiledQuery, DatabaseConnection, QueryResult } from 'kysely';
import type pg from 'pg';
import { AppError } from '#domain/errors.ts';
import { camelCase, camelCaseTypes, wantsCamelCase, columnTypes } from './columns.ts';
import { resetIfStalePlan, hasOutdatedPlans, statementName } from './statement-names.ts';
import { isConnectionError, translateError } from './unavailable.ts';

const ROW_COUNT_COMMANDS = new Set(['INSERT', 'UPDATE', 'DELETE', 'MERGE']);

/** `sql` contains no values. */
export type SentQuery = { sql: string; milliseconds: number };
export type QueryObserver = (query: SentQuery) => void;

const observers = new WeakMap<pg.Pool, QueryObserver>();

export const observeQueries = (pool: pg.Pool, observer: QueryObserver): void =>
  void observers.set(pool, observer);

type Answer = pg.QueryArrayResult | pg.QueryArrayResult[];

const COMMIT = { text: 'commit', rowMode: 'array' } as const;

const NO_RESULT: pg.QueryArrayResult = {
  command: '',
  rowCount: null,
  oid: 0,
  fields: [],
  rows: [],
};

/** Throws DATABASE_UNAVAILABLE. */
export async function takeConnection(pool: pg.Pool): Promise<PgConnection> {
  try {
    return new PgConnection(await pool.connect(), observers.get(pool));
  } catch (error) {
    throw translateError(error);
  }
}

type Opening = { statements: string; isSingle: boolean };

export class PgConnection implements DatabaseConnection {
  readonly #client: pg.PoolClient;
  readonly #observe: QueryObserver | undefined;
  #isBroken = false;
  #opening: Opening | null = null;
  #isSpent = false;

  constructor(client: pg.PoolClient, observe?: QueryObserver) {
    this.#client = client;
    this.#isBroken = hasOutdatedPlans(client);
    this.#observe = observe;
  }

  async executeQuery<R>(query: CompiledQuery): Promise<QueryResult<R>> {
    // A second query would run outside the transaction, with the owner's rights.
    if (this.#isSpent) throw new Error('ask() takes one query: use as() for several.');
    const camel = wantsCamelCase(query.queryId);
    const answer = await this.#send({
      text: query.sql,
      name: statementName(query.sql),
      values: query.parameters as unknown[],
      types: camel ? camelCaseTypes : columnTypes,
      // Arrays, because pg would build objects with the SQL column names.
      rowMode: 'array',
    });
    return {
      numAffectedRows: ROW_COUNT_COMMANDS.has(answer.command)
        ? BigInt(answer.rowCount ?? 0)
        : undefined,
      rows: asObjects<R>(answer, camel),
    };
  }

  // oxlint-disable-next-line require-yield -- Kysely requires the method; rows are read in pages
  async *streamQuery<R>(): AsyncIterableIterator<QueryResult<R>> {
    throw new Error('Rows are read in pages, not as a stream.');
  }

  /**
   * `statements` are sent with the first query. If they fail, the query fails, too, so nothing runs with the owner's
   * rights.
   */
  open(statements: string, isSingle: boolean): void {
    this.#opening = { statements, isSingle };
  }

  async run(statements: string): Promise<void> {
    await this.#send({ text: statements, rowMode: 'array' });
  }

  /** @throws {Error} if the transaction had failed, so nothing was committed */
  async commit(): Promise<void> {
    if (this.#opening) return;
    const { command } = await this.#send(COMMIT);
    if (command === 'ROLLBACK') {
      throw new Error('A statement in this transaction failed, so it was rolled back.');
    }
  }

  /** Never rejects: a connection that can't roll back is closed, which also rolls back. */
  async rollback(): Promise<void> {
    if (this.#opening) return;
    try {
      await this.run('rollback');
    } catch {
      this.#isBroken = true;
    }
  }

  release(): void {
    this.#client.release(this.#isBroken || hasOutdatedPlans(this.#client));
  }

  async #send(query: pg.QueryArrayConfig): Promise<pg.QueryArrayResult> {
    const sentAt = performance.now();
    try {
      const answer = await this.#runQuery(query);
      // A multi-statement query returns an array of results; use the last.
      return [answer].flat().at(-1) ?? NO_RESULT;
    } catch (error) {
      const stale = resetIfStalePlan(error);
      this.#isBroken ||= stale || isConnectionError(error);
      // Retryable: the next attempt makes a new plan.
      throw stale
        ? new AppError('DATABASE_UNAVAILABLE', undefined, { cause: error })
        : translateError(error);
    } finally {
      this.#observe?.({ sql: query.text, milliseconds: performance.now() - sentAt });
    }
  }

  #runQuery(query: pg.QueryArrayConfig): Promise<Answer> {
    const opening = this.#opening;
    if (!opening) return this.#client.query(query);
    this.#opening = null;
    this.#isSpent = opening.isSingle;
    const opened = this.#client.query({ text: opening.statements, rowMode: 'array' });
    const answered: Promise<Answer> = this.#client.query(query);
    const committed = opening.isSingle ? this.#client.query(COMMIT) : null;
    return secondResult(opened, answered, committed);
  }
}

/** Returns the middle result. The first failure is the cause of the others. */
async function secondResult<T>(...steps: [unknown, Promise<T>, unknown]): Promise<T> {
  for (const step of await Promise.allSettled(steps)) {
    if (step.status === 'rejected') throw step.reason;
  }
  return steps[1];
}

function asObjects<R>(result: pg.QueryArrayResult, usesCamelCase: boolean): R[] {
  const names = result.fields.map((field) => (usesCamelCase ? camelCase(field.name) : field.name));
  return result.rows.map((values: unknown[]) => {
    const row: Record<string, unknown> = {};
    for (let index = 0; index < names.length; index++) row[names[index] ?? ''] = values[index];
    return row as R;
  });
}
