import type { QueryClient } from '@tanstack/react-query';
import { forgetAnswers, keepAnswers } from './kept-answers.ts';
import { ROUTES } from './paths.ts';
import type { SessionState } from './session-store.ts';

const WORKER = '/offline-worker.js';
/** For the first pictures to come before what is for another day, milliseconds. */
const PATIENCE = 3000;

/** Undefined until it is known who is signed in. */
let keptFor: string | null | undefined;
let stop = () => {};

/** Not there on a page without https, other than on one's own machine. */
const workers = 'serviceWorker' in navigator ? navigator.serviceWorker : null;

const startWorker = () =>
  // Where the browser does not take it, the portal needs its line.
  void workers?.register(WORKER, { scope: ROUTES.dashboard }).catch(() => {});

async function endWorker(): Promise<void> {
  const registration = await workers?.getRegistration(ROUTES.dashboard);
  await registration?.unregister();
}

/**
 * Keeps what a client sees for when there is no line, from their sign-in until they are signed out:
 * nothing of staff, whose pages hold more than one company.
 */
export async function followOffline(
  queryClient: QueryClient,
  { isKnown, user }: SessionState,
): Promise<void> {
  const personId = user?.role === 'client' && !user.mustSetUpSecondFactor ? user.id : null;
  if (!isKnown || personId === keptFor) return;
  stop();
  stop = () => {};
  keptFor = personId;
  if (personId === null) {
    await forgetAnswers();
    if (user) await endWorker();
    return;
  }
  const end = await keepAnswers(queryClient, personId);
  if (keptFor === personId) stop = end;
  else end();
  window.setTimeout(startWorker, PATIENCE);
}
