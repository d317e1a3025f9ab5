import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query';
import { isSignedOut, isTransient } from './error-messages.ts';

/**
 * Calls are retried twice on network failure or gateway errors, never on refusals. `onSignedOut` runs when any call
 * finds that the session has ended.
 */
export function createQueryClient(onSignedOut: () => void): QueryClient {
  const onError = (error: unknown) => {
    if (isSignedOut(error)) onSignedOut();
  };
  return new QueryClient({
    queryCache: new QueryCache({ onError }),
    mutationCache: new MutationCache({ onError }),
    defaultOptions: {
      queries: {
        staleTime: 30_000,
        networkMode: 'always',
        retry: (failures, error) => failures < 2 && isTransient(error),
        retryDelay: (attempt) => 500 * 2 ** attempt,
      },
      mutations: { networkMode: 'always' },
    },
  });
}
