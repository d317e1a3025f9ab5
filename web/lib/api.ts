import { createORPCClient, ORPCError } from '@orpc/client';
import type { ContractRouterClient } from '@orpc/contract';
import type { JsonifiedClient } from '@orpc/openapi-client';
import { OpenAPILink } from '@orpc/openapi-client/fetch';
import { createTanstackQueryUtils } from '@orpc/tanstack-query';
import { contract } from '#contract/contract.ts';
import { trackCall } from './calls.ts';
import { takeEarlyResponse } from './early-responses.ts';
import { ADDRESSES } from './paths.ts';

const link = new OpenAPILink(contract, {
  url: () => `${window.location.origin}${ADDRESSES.api}`,
  fetch: async (request, init) =>
    (await takeEarlyResponse(request)) ?? fetch(request, { ...init, credentials: 'same-origin' }),
  interceptors: [(call) => trackCall(call, () => call.next())],
});

export type Client = JsonifiedClient<ContractRouterClient<typeof contract>>;

/** Calls the API: `client.projects.get({ id })`. Rejects with an ORPCError or a network failure. */
export const client: Client = createORPCClient(link);

/** The same calls as query and mutation options: `useQuery(api.projects.get.queryOptions({ input }))`. */
export const api = createTanstackQueryUtils(client);

/** The API's error code of a failed call; null if no response arrived. */
export const errorCode = (error: unknown): string | null =>
  error instanceof ORPCError ? String(error.code) : null;

export const errorData = (error: unknown): unknown =>
  error instanceof ORPCError ? error.data : undefined;
