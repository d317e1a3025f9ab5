import {
  type ComponentType,
  lazy,
  createElement,
  type FunctionComponent,
  Suspense,
  useState,
} from 'react';
import { ADDRESSES } from './paths.ts';

const RETRY_DELAY_MS = 2000;

/**
 * Imports a lazy chunk, retrying while the server is unreachable: the router would reload the page instead, which
 * interrupts uploads. Rejects if the server lacks the chunk, as after an update.
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
      if (missingStyles.size === 0 || wasReachable) return part;
    } catch (error) {
      if (wasReachable) {
        chunkErrors.add(error);
        throw error;
      }
    }
    wasReachable = await isReachable();
    if (!wasReachable) await pause();
  }
}

const chunkErrors = new Set<unknown>();

/** Whether the server no longer has the chunk, as after an update. */
export const isChunkGone = (error: unknown): boolean => chunkErrors.has(error);

export const lazyComponent = <Name extends string, Props>(
  load: () => Promise<Record<Name, ComponentType<Props>>>,
  name: Name,
) => lazy(async () => ({ default: (await importWithRetry(load))[name] }));

/** Style sheets that failed to load. Importing their screen again doesn't load them again. */
const missingStyles = new Set<HTMLLinkElement>();

/** Starts tracking style sheets that fail to load, so that `importWithRetry` can load them again. */
export function trackMissingStyles(): void {
  const note = ({ target }: Event) => {
    if (target instanceof HTMLLinkElement && target.rel === 'stylesheet') missingStyles.add(target);
  };
  // Load errors don't bubble.
  document.addEventListener('error', note, { capture: true });
}

async function fetchMissingStyles(): Promise<void> {
  const links = [...missingStyles];
  missingStyles.clear();
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
    setTimeout(resolve, RETRY_DELAY_MS);
  });

/** Makes a `lazyComponent` a dialog that loads when first opened and stays mounted for its closing animation. */
export function lazyDialog<Props extends { isOpen: boolean }>(Dialog: {
  (props: Props): React.ReactNode;
}): FunctionComponent<Props> {
  return function LazyDialog(props: Props) {
    const [isWanted, setWanted] = useState(props.isOpen);
    if (props.isOpen && !isWanted) setWanted(true);
    return isWanted ? createElement(Suspense, null, createElement(Dialog, props)) : null;
  };
}
