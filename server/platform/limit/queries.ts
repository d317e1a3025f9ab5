import { CompiledQuery } from 'kysely';
import type { Database } from '../db/database.ts';

/** The library's own statements, as its client for PostgreSQL runs them. */
export const libraryClient = ({ owner }: Pick<Database, 'owner'>) => ({
  async query({ text, values }: { text: string; values: unknown[] }) {
    const { rows } = await owner.executeQuery(CompiledQuery.raw(text, values));
    return { rows, rowCount: rows.length };
  },
});

/** Lets go of counts whose window ended before then. */
export const deleteExpired = ({ owner }: Pick<Database, 'owner'>, now: number) =>
  owner.deleteFrom('auth.attempts').where('expire', '<=', now).execute();
