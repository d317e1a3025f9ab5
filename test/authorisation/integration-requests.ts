import { createApiToken } from '#server/features/api-tokens/service.ts';
import { input, none, type Prepare } from './attempt.ts';

/** What is asked about programs that work with the product. */
export const INTEGRATION_REQUESTS: Record<string, Prepare> = {
  'apiTokens.list': none,
  'apiTokens.create': () => input({ name: 'Robot', scopes: ['read'], expiresAt: null }),
  'apiTokens.revoke of an operator': async ({ ctx, people }) => {
    const wanted = { name: 'Robot', scopes: ['read' as const], expiresAt: null };
    return input({ id: (await createApiToken(ctx, people.operator.viewer, wanted)).apiToken.id });
  },
};
