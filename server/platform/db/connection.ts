import type { CompiledQuery, DatabaseConnection, QueryResult } from 'kysely';
import type pg from 'pg';
import { AppError } from '#domain/errors.ts';
import { camelCase, camelCaseTypes, wantsCamelCase } from './column-names.ts';
import { columnTypes } from './column-types.ts';
import { forgetStalePlans, statementName } from './statement-names.ts';
import { isUnavailable, translated } from './unavailable.ts';

const COUNTED = new Set(['INSERT', 'UPDATE', 'DELETE', 'MERGE']);

const NO_ANSWER: pg.QueryArrayResult = {
  command: '',
  rowCount: null,
  oid: 0,
  fields: [],
  rows: [],
};

/** Takes a connection from `pool`. Rejects with DATABASE_UNAVAILABLE when none can be had. */
export async function takeConnection(pool: pg.Pool): Promise<PgConnection> {
  try {
    return new PgConnection(await pool.connect());
  } catch (error) {
    throw translated(error);
  }
}

/** Kysely's side of one pg client. A lost connection rejects with DATABASE_UNAVAILABLE. */
export class PgConnection implements DatabaseConnection {
  readonly #client: pg.PoolClient;
  #broken = false;

  constructor(client: pg.PoolClient) {
    this.#client = client;
  }

  async executeQuery<R>(query: CompiledQuery): Promise<QueryResult<R>> {
    const camel = wantsCamelCase(query.queryId);
    const answer = await this.#send({
      text: query.sql,
      name: statementName(query.sql),
      values: query.parameters as unknown[],
      types: camel ? camelCaseTypes : columnTypes,
      // Arrays, because pg would build objects with the names of the columns.
      rowMode: 'array',
    });
    return {
      numAffectedRows: COUNTED.has(answer.command) ? BigInt(answer.rowCount ?? 0) : undefined,
      rows: asObjects<R>(answer, camel),
    };
  }

  // oxlint-disable-next-line require-yield -- Kysely asks for the method; rows are read in pages
  async *streamQuery<R>(): AsyncIterableIterator<QueryResult<R>> {
    throw new Error('Rows are read in pages, not as a stream.');
  }

  /** Runs statements that answer without rows, as one message. */
  async run(statements: string): Promise<void> {
    await this.#send({ text: statements, rowMode: 'array' });
  }

  /** @throws {Error} when the transaction had failed before, so that nothing was committed */
  async commit(): Promise<void> {
    const { command } = await this.#send({ text: 'commit', rowMode: 'array' });
    if (command === 'ROLLBACK') {
      throw new Error('A statement of this transaction had failed: it was rolled back.');
    }
  }

  /** Never rejects: a connection that cannot roll back is closed, which rolls back too. */
  async rollback(): Promise<void> {
    try {
      await this.run('rollback');
    } catch {
      this.#broken = true;
    }
  }

  release(): void {
    this.#client.release(this.#broken);
  }

  async #send(query: pg.QueryArrayConfig): Promise<pg.QueryArrayResult> {
    try {
      const answer: pg.QueryArrayResult | pg.QueryArrayResult[] = await this.#client.query(query);
      // Several statements in one text answer with several results: the last one counts.
      return [answer].flat().at(-1) ?? NO_ANSWER;
    } catch (error) {
      const stale = forgetStalePlans(error);
      this.#broken ||= stale || isUnavailable(error);
      // To be tried again, like a connection that was lost: the next attempt finds a new plan.
      throw stale
        ? new AppError('DATABASE_UNAVAILABLE', undefined, { cause: error })
        : translated(error);
    }
  }
}

function asObjects<R>(result: pg.QueryArrayResult, camel: boolean): R[] {
  const names = result.fields.map((field) => (camel ? camelCase(field.name) : field.name));
  return result.rows.map((values: unknown[]) => {
    const row: Record<string, unknown> = {};
    for (let index = 0; index < names.length; index++) row[names[index] ?? ''] = values[index];
    return row as R;
  });
}
