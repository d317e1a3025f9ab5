import { ADDRESSES } from './paths.ts';

const PAUSE_MS = 2000;

/**
 * Imports a part of the app that comes when it is wanted, and goes on trying while the server cannot
 * be reached: without it the router would load the page anew, which ends in the browser's own error
 * page and takes uploads under way with it. Rejects when the server answers but the part is not
 * there, as after an update.
 */
export async function patientImport<T>(
  load: () => Promise<T>,
  isReachable: () => Promise<boolean> = isServerReachable,
): Promise<T> {
  let wasReachable = false;
  for (;;) {
    try {
      return await load();
    } catch (error) {
      if (wasReachable) throw error;
    }
    wasReachable = await isReachable();
    if (!wasReachable) await pause();
  }
}

const isServerReachable = (): Promise<boolean> =>
  fetch(ADDRESSES.alive, { cache: 'no-store' }).then(
    ({ ok }) => ok,
    () => false,
  );

const pause = () =>
  new Promise<void>((resolve) => {
    setTimeout(resolve, PAUSE_MS);
  });
