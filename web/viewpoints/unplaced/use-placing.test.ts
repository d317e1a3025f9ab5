import { expect, test } from 'vitest';
import { undoMoves } from './use-placing.ts';

test('undo returns each photo to its previous viewpoint', () => {
  const photos = [
    { id: 'a', viewpointId: null },
    { id: 'b', viewpointId: 'far' },
    { id: 'c', viewpointId: null },
  ];
  expect(undoMoves(photos)).toEqual([
    { toId: null, fileIds: ['a', 'c'] },
    { toId: 'far', fileIds: ['b'] },
  ]);
});
