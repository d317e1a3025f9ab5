import type { QueryClient } from '@tanstack/react-query';
import { api } from '#web/lib/api.ts';

/** Asks for the jobs anew, and for the status of the system, which counts those that failed. */
export const askAnew = (queryClient: QueryClient) =>
  Promise.all(
    [api.system.key(), api.health.key()].map((queryKey) =>
      queryClient.invalidateQueries({ queryKey }),
    ),
  );
