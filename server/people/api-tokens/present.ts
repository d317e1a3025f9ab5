import { TokenScope, type ApiToken } from '#domain/api-tokens.ts';
import type { ApiTokenRow } from './queries.ts';

export const presentApiToken = ({ id, name, prefix, ...row }: ApiTokenRow): ApiToken => ({
  id,
  name,
  prefix,
  scopes: TokenScope.options.filter((scope) => row.scopes.includes(scope)),
  person: { id: row.personId, name: row.personName ?? '' },
  createdAt: row.createdAt.toISOString(),
  expiresAt: row.expiresAt?.toISOString() ?? null,
  lastUsedAt: row.lastUsedAt?.toISOString() ?? null,
});
