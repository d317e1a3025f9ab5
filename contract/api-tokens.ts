import { oc } from '@orpc/contract';
import { z } from 'zod';
import { EnteredPassword } from '#domain/accounts.ts';
import { ApiToken, ApiTokenInput, NewApiToken } from '#domain/api-tokens.ts';
import { Id } from '#domain/fields.ts';

const route = (method: 'GET' | 'POST' | 'DELETE', path: `/${string}`, summary: string) =>
  oc.route({ method, path, summary, tags: ['API tokens'] });

export const apiTokens = {
  /** Your own tokens; admins get everyone's. */
  list: route('GET', '/operator/api-tokens', 'List API tokens').output(
    z.object({ apiTokens: z.array(ApiToken) }),
  ),
  /** Requires the creator's password, because a token outlives the session. */
  create: route('POST', '/operator/api-tokens', 'Create an API token')
    .input(ApiTokenInput.extend({ password: EnteredPassword }))
    .output(NewApiToken),
  revoke: route('DELETE', '/operator/api-tokens/{id}', 'Revoke an API token')
    .input(z.object({ id: Id }))
    .output(z.object({ id: Id })),
};
