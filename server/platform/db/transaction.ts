import { AsyncLocalStorage } from 'node:async_hooks';
import { Transaction, type Kysely } from 'kysely';
import pg from 'pg';
import type { Logger } from 'pino';
import type { DB } from '#db/types.ts';
import { takeConnection, type PgConnection } from './connection.ts';
import { poolDialect } from './dialect.ts';
import { openingStatements, type Viewer } from './viewer.ts';

export type Tx = Kysely<DB>;

type Action = () => void | Promise<void>;
type Source = { readonly kind: 'server' | 'embedded'; readonly pool: pg.Pool };
type State = {
  readonly viewer: Viewer;
  readonly afterCommit: Action[];
  open: boolean;
};

const states = new WeakMap<Tx, State>();
const currentTransaction = new AsyncLocalStorage<State>();

/** Waiting for a second connection while holding one can deadlock, so this throws. */
export function assertOutsideTransaction(): void {
  if (currentTransaction.getStore()?.open !== true) return;
  throw new Error(
    'A second connection was requested inside database.as(): use its tx, or afterCommit(tx, …).',
  );
}

export function createTransactions(source: Source, owner: Kysely<DB>, log: Logger) {
  const dialect = poolDialect(source.pool);
  const kysely = { config: { dialect }, dialect, driver: dialect.createDriver() };

  function bind(connection: PgConnection, state: State): Tx {
    const executor = owner.getExecutor().withConnectionProvider({
      async provideConnection(consumer) {
        if (!state.open) throw new Error('A tx was used after its transaction had ended.');
        return await consumer(connection);
      },
    });
    const tx: Tx = new Transaction<DB>({ ...kysely, executor });
    states.set(tx, state);
    return tx;
  }

  async function run<T>(viewer: Viewer, work: (tx: Tx) => Promise<T>, isSingle: boolean) {
    const opening = openingStatements(viewer);
    const connection = await takeConnection(source.pool);
    const state: State = { viewer, open: true, afterCommit: [] };
    let result: T;
    try {
      connection.open(opening, isSingle);
      result = await currentTransaction.run(state, work, bind(connection, state));
      state.open = false;
      if (!isSingle) await connection.commit();
    } catch (error) {
      state.open = false;
      await connection.rollback();
      throw error;
    } finally {
      connection.release();
    }
    for (const action of state.afterCommit) await runAction(action, log);
    return result;
  }

  return {
    as: <T>(viewer: Viewer, work: (tx: Tx) => Promise<T>) =>
      run(viewer, work, false).catch((error: unknown) => {
        if (isRetryable(error)) return run(viewer, work, false);
        throw error;
      }),
    ask: <T>(viewer: Viewer, query: (tx: Tx) => Promise<T>) => run(viewer, query, true),
  };
}

/** Deadlock or serialization failure. */
const isRetryable = (error: unknown) =>
  error instanceof pg.DatabaseError && ['40P01', '40001'].includes(error.code ?? '');

async function runAction(action: Action, log: Logger): Promise<void> {
  try {
    await action();
  } catch (error) {
    log.error({ err: error }, 'a callback after a commit failed');
  }
}

/** Actions run in call order, before `as` resolves. Their errors are only logged. */
export function afterCommit(tx: Tx, action: Action): void {
  stateOf(tx).afterCommit.push(action);
}

export function viewerOf(tx: Tx): Viewer {
  return stateOf(tx).viewer;
}

function stateOf(tx: Tx): State {
  const state = states.get(tx);
  if (state === undefined) throw new Error('This is not a tx from database.as().');
  return state;
}
