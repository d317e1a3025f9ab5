import { lazyRouteComponent } from '@tanstack/react-router';
import { importWithRetry } from '#web/lib/import-with-retry.ts';

/** A screen that is fetched when somebody goes there. */
export const lazyScreen = <T extends Record<string, unknown>, Name extends keyof T>(
  load: () => Promise<T>,
  name: Name,
) => lazyRouteComponent(() => importWithRetry(load), name);
