import { startTransition, useEffect, useState } from 'react';

/**
 * Reads an external store with interruptible rendering, unlike `useSyncExternalStore`, for long lists that change
 * several times a second. `snapshot` must return the same value until something changes, and both functions must be
 * stable.
 */
export function useDeferredStore<T>(
  watch: (watcher: () => void) => () => void,
  snapshot: () => T,
): T {
  const [held, setHeld] = useState(() => ({ snapshot, value: snapshot() }));
  useEffect(() => {
    const take = () => {
      const value = snapshot();
      startTransition(() =>
        setHeld((before) =>
          before.snapshot === snapshot && Object.is(before.value, value)
            ? before
            : { snapshot, value },
        ),
      );
    };
    take();
    return watch(take);
  }, [watch, snapshot]);
  return held.snapshot === snapshot ? held.value : snapshot();
}
