import { startTransition, useEffect, useState } from 'react';

/**
 * What a store outside of React holds, drawn in small parts between which the page answers: for long lists
 * that change several times a second. `useSyncExternalStore` draws all that has changed in one go.
 * `snapshot` answers the same as long as nothing has changed; both functions stay the same for one store.
 */
export function useGradual<T>(watch: (watcher: () => void) => () => void, snapshot: () => T): T {
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
