import { CompiledQuery, sql } from 'kysely';
import type { Tx } from './transaction.ts';

/**
 * Runs statements of a library with the owner's rights inside a viewer's transaction, so that
 * what the library writes (a job) is there if and only if the viewer's change is.
 */
export function asOwner(tx: Tx) {
  return {
    async executeSql(text: string, values: unknown[] = []): Promise<{ rows: object[] }> {
      await sql`set local role none`.execute(tx);
      const { rows } = await tx.executeQuery<object>(CompiledQuery.raw(text, values));
      await sql`set local role overfly_app`.execute(tx);
      return { rows };
    },
  };
}
