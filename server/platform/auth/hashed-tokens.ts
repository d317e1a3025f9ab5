import type { kyselyAdapter } from '@better-auth/kysely-adapter';
import type { DBAdapter, Where } from 'better-auth/types';
import { hashToken } from '../http/session.ts';

type AdapterFactory = ReturnType<typeof kyselyAdapter>;
type Query = { model: string; where?: Where[] | undefined };
type Row = Record<string, unknown>;

/**
 * An adapter of the account library that keeps the secret of a session as its hash only. The
 * library goes on with the secret it made or asked for; sessions that it finds in another way
 * (those of a person, say) carry the hash.
 */
export const hashedTokens =
  (factory: AdapterFactory): AdapterFactory =>
  (options) => {
    const adapter = factory(options);
    return {
      ...hashing(adapter),
      transaction: (work) => adapter.transaction((tx) => work(hashing(tx))),
    };
  };

function hashing(adapter: Omit<DBAdapter, 'transaction'>): Omit<DBAdapter, 'transaction'> {
  return {
    ...adapter,
    async create<T extends Row, R = T>(query: { model: string; data: Omit<T, 'id'> }): Promise<R> {
      const token = 'token' in query.data ? query.data.token : undefined;
      if (query.model !== 'session' || typeof token !== 'string')
        return adapter.create<T, R>(query);
      const data = { ...query.data, token: hashToken(token) };
      return { ...(await adapter.create<T, R>({ ...query, data })), token };
    },
    findOne: async (query) => plain(query, await adapter.findOne(hashed(query))),
    findMany: async <T>(query: Query) =>
      (await adapter.findMany<T>(hashed(query))).map((row) => plain(query, row)),
    count: (query) => adapter.count(hashed(query)),
    update: async (query) => plain(query, await adapter.update(hashed(query))),
    updateMany: (query) => adapter.updateMany(hashed(query)),
    delete: (query) => adapter.delete(hashed(query)),
    deleteMany: (query) => adapter.deleteMany(hashed(query)),
    consumeOne: async (query) => plain(query, await adapter.consumeOne(hashed(query))),
    incrementOne: async (query) => plain(query, await adapter.incrementOne(hashed(query))),
  };
}

/** The secrets that a query names, by their hash. */
function secretsOf({ model, where = [] }: Query): Map<string, string> {
  const secrets = where
    .filter(({ field }) => model === 'session' && field === 'token')
    .flatMap(({ value }) => value)
    .filter((value) => typeof value === 'string');
  return new Map(secrets.map((secret) => [hashToken(secret), secret]));
}

function hashed<Q extends Query>(query: Q): Q {
  if (query.model !== 'session' || !query.where) return query;
  const hash = (value: unknown) => (typeof value === 'string' ? hashToken(value) : value);
  const where = query.where.map((condition) => {
    if (condition.field !== 'token') return condition;
    const { value } = condition;
    return {
      ...condition,
      value: (Array.isArray(value) ? value.map(hash) : hash(value)) as Where['value'],
    };
  });
  return { ...query, where };
}

function plain<T>(query: Query, row: T): T {
  if (typeof row !== 'object' || row === null || !('token' in row)) return row;
  const secret = secretsOf(query).get(String(row.token));
  return secret === undefined ? row : { ...row, token: secret };
}
