import {
  type ComponentType,
  lazy,
  createElement,
  type FunctionComponent,
  Suspense,
  useState,
} from 'react';
import { ADDRESSES } from './paths.ts';

const PAUSE_MS = 2000;

/**
 * Imports a part of the app that comes when it is wanted, and goes on trying while the server cannot
 * be reached: without it the router would load the page anew, which ends in the browser's own error
 * page and takes uploads under way with it. Rejects when the server answers but the part is not
 * there, as after an update.
 */
export async function importWithRetry<T>(
  load: () => Promise<T>,
  isReachable: () => Promise<boolean> = isServerReachable,
): Promise<T> {
  let wasReachable = false;
  for (;;) {
    try {
      await fetchMissingStyles();
      const part = await load();
      if (missing.size === 0 || wasReachable) return part;
    } catch (error) {
      if (wasReachable) {
        gone.add(error);
        throw error;
      }
    }
    wasReachable = await isReachable();
    if (!wasReachable) await pause();
  }
}

const gone = new Set<unknown>();

/** Whether an error is that of a part which the server no longer has, as after an update. */
export const isPartGone = (error: unknown): boolean => gone.has(error);

/** A component that `importWithRetry` brings when it is first shown. */
export const lazyPart = <Name extends string, Props>(
  load: () => Promise<Record<Name, ComponentType<Props>>>,
  name: Name,
) => lazy(async () => ({ default: (await importWithRetry(load))[name] }));

/** Style sheets that could not be fetched: importing their screen again does not fetch them again. */
const missing = new Set<HTMLLinkElement>();

/** Notes, from now on, which style sheets could not be fetched, for `importWithRetry` to fetch again. */
export function noteMissingStyles(): void {
  const note = ({ target }: Event) => {
    if (target instanceof HTMLLinkElement && target.rel === 'stylesheet') missing.add(target);
  };
  // Such events do not bubble.
  document.addEventListener('error', note, { capture: true });
}

/** Resolves when all have come or failed; those that failed are missing still. */
async function fetchMissingStyles(): Promise<void> {
  const links = [...missing];
  missing.clear();
  await Promise.all(
    links.map((link) => {
      const again = document.createElement('link');
      for (const { name, value } of link.attributes) again.setAttribute(name, value);
      const settled = new Promise((resolve) => {
        again.addEventListener('load', resolve);
        again.addEventListener('error', resolve);
      });
      link.replaceWith(again);
      return settled;
    }),
  );
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

/** Makes of a `lazyPart` a dialog that is fetched when it is first opened, and stays to close in its own time. */
export function lazyDialog<Props extends { isOpen: boolean }>(Dialog: {
  (props: Props): React.ReactNode;
}): FunctionComponent<Props> {
  return function LazyDialog(props: Props) {
    const [isWanted, setWanted] = useState(props.isOpen);
    if (props.isOpen && !isWanted) setWanted(true);
    return isWanted ? createElement(Suspense, null, createElement(Dialog, props)) : null;
  };
}
