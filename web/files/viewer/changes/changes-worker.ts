import { findChanges } from './find-changes.ts';
import type { ChangesResult, ChangesRequest } from './mark-changes.ts';
import { outlineChanges } from './outline-changes.ts';

type WorkerScope = {
  postMessage: (found: ChangesResult, transfer: Transferable[]) => void;
  addEventListener: (
    type: 'message',
    listener: (event: MessageEvent<ChangesRequest>) => void,
  ) => void;
};
const scope = self as unknown as WorkerScope;

scope.addEventListener('message', ({ data: { before, after, grid } }) =>
  scope.postMessage({ outlines: outlineChanges(findChanges(before, after, grid), grid) }, []),
);
