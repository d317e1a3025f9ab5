import type { Insertable } from 'kysely';
import type { DB } from '#db/types.ts';
import type { Tx } from '#server/platform/db/database.ts';
import { personName } from '#server/platform/db/expressions.ts';

const selectTokens = (tx: Tx) =>
  tx
    .selectFrom('apiTokens as t')
    .innerJoin('profiles', 'profiles.id', 't.personId')
    .select(['t.id', 't.name', 't.prefix', 't.scopes', 't.personId'])
    .select(['t.createdAt', 't.expiresAt', 't.lastUsedAt', personName().as('personName')]);

export type ApiTokenRow = Awaited<ReturnType<typeof listTokens>>[number];

export const listTokens = (tx: Tx) =>
  selectTokens(tx).orderBy('t.createdAt', 'desc').orderBy('t.id').execute();

export const findToken = (tx: Tx, id: string) =>
  selectTokens(tx).where('t.id', '=', id).executeTakeFirstOrThrow();

export const insertToken = (tx: Tx, token: Insertable<DB['apiTokens']>) =>
  tx.insertInto('apiTokens').values(token).returning('id').executeTakeFirstOrThrow();

export const deleteToken = (tx: Tx, id: string) =>
  tx
    .deleteFrom('apiTokens')
    .where('id', '=', id)
    .returning(['name', 'personId'])
    .executeTakeFirst();
