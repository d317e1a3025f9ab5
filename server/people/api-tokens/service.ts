import type { ApiToken, ApiTokenInput, NewApiToken } from '#domain/api-tokens.ts';
import { AppError } from '#domain/errors.ts';
import { confirmSelf, type Self } from '#server/people/accounts/service.ts';
import { newApiSecret } from '#server/platform/auth/sessions/api-token.ts';
import type { Context } from '#server/platform/context.ts';
import { profileOf, type Viewer } from '#server/platform/db/viewer.ts';
import { presentApiToken } from './present.ts';
import { deleteToken, findToken, insertToken, listTokens } from './queries.ts';

/** The viewer's tokens, newest first; admins get all tokens. */
export const readApiTokens = (ctx: Pick<Context, 'db'>, viewer: Viewer): Promise<ApiToken[]> =>
  ctx.db.ask(viewer, async (tx) => (await listTokens(tx)).map(presentApiToken));

/**
 * Only this response contains the secret. Throws WRONG_PASSWORD, PASSWORD_NOT_SET, or INVALID_INPUT (already expired).
 */
export async function createApiToken(
  ctx: Context,
  { viewer, ...self }: Self & { viewer: Viewer },
  { name, scopes, expiresAt, password }: ApiTokenInput & { password: string },
): Promise<NewApiToken> {
  await confirmSelf(ctx, self, password);
  return ctx.db.as(viewer, async (tx) => {
    const personId = profileOf(viewer);
    if (personId === null) throw new AppError('ACCESS_DENIED');
    const [now, ends] = [ctx.clock(), expiresAt === null ? null : new Date(expiresAt)];
    if (ends && ends <= now)
      throw new AppError('INVALID_INPUT', 'The expiration date must be in the future.');
    const { secret, ...kept } = newApiSecret();
    const { id } = await insertToken(tx, {
      personId,
      name,
      scopes,
      ...kept,
      createdAt: now,
      expiresAt: ends,
    });
    const detail = { scopes, expiresAt: ends };
    await ctx.record(tx, { type: 'api-token.created', id, name, detail });
    return { apiToken: presentApiToken(await findToken(tx, id)), secret };
  });
}

/** Takes effect immediately in every process. Throws API_TOKEN_NOT_FOUND. */
export const revokeApiToken = (ctx: Context, viewer: Viewer, { id }: { id: string }) =>
  ctx.db.as(viewer, async (tx) => {
    const revoked = await deleteToken(tx, id);
    if (!revoked) throw new AppError('API_TOKEN_NOT_FOUND');
    const { name, personId } = revoked;
    await ctx.record(tx, { type: 'api-token.revoked', id, name, detail: { personId } });
    return { id };
  });
