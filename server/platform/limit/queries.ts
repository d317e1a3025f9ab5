import { CompiledQuery } from 'kysely';
import type { Database } from '../db/database.ts';

export const libraryClient = ({ owner }: Pick<Database, 'owner'>) => ({
  async query({ text, values }: { text: string; values: unknown[] }) {
    const { rows } = await owner.executeQuery(CompiledQuery.raw(text, values));
    return { rows, rowCount: rows.length };
  },
});

export const deleteExpired = ({ owner }: Pick<Database, 'owner'>, now: number) =>
  owner.deleteFrom('auth.attempts').where('expire', '<=', now).execute();
