import type { QueryClient } from '@tanstack/react-query';
import { clearOfflineCache, startOfflineCache } from './offline-cache.ts';
import { ROUTES } from './paths.ts';
import type { SessionState } from './session-store.ts';

const WORKER = '/offline-worker.js';
/** Milliseconds to wait before caching for offline use, so that the page's pictures load first. */
const START_DELAY_MS = 3000;

/** The person to cache for; undefined until the session is known. */
let cachedFor: string | null | undefined;
let stop = () => {};

/** Unavailable without HTTPS, except on localhost. */
const workers = 'serviceWorker' in navigator ? navigator.serviceWorker : null;

const startWorker = () =>
  // If registration fails, the portal only works online.
  void workers?.register(WORKER, { scope: ROUTES.dashboard }).catch(() => {});

async function endWorker(): Promise<void> {
  const registration = await workers?.getRegistration(ROUTES.dashboard);
  await registration?.unregister();
}

/** Caches what a client sees until they sign out. Staff pages aren't cached, as they show several companies. */
export async function updateOfflineCache(
  queryClient: QueryClient,
  { isKnown, user }: SessionState,
): Promise<void> {
  const personId = user?.role === 'client' && !user.mustSetUpSecondFactor ? user.id : null;
  if (!isKnown || personId === cachedFor) return;
  stop();
  stop = () => {};
  cachedFor = personId;
  if (personId === null) {
    await clearOfflineCache();
    if (user) await endWorker();
    return;
  }
  const end = await startOfflineCache(queryClient, personId);
  if (cachedFor === personId) stop = end;
  else end();
  window.setTimeout(startWorker, START_DELAY_MS);
}
