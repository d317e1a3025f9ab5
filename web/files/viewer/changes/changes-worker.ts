import { findChanges } from './find-changes.ts';
import type { ChangesFound, ChangesOrder } from './mark-changes.ts';
import { outlineChanges } from './outline-changes.ts';

type Scope = {
  postMessage: (found: ChangesFound, transfer: Transferable[]) => void;
  addEventListener: (type: 'message', heard: (event: MessageEvent<ChangesOrder>) => void) => void;
};
const scope = self as unknown as Scope;

scope.addEventListener('message', ({ data: { before, after, grid } }) =>
  scope.postMessage({ outlines: outlineChanges(findChanges(before, after, grid), grid) }, []),
);
