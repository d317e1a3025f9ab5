import { expect, test } from 'vitest';
import { trackCall } from '#web/lib/calls.ts';
import { hideToast, shownToast, toast } from './toast.ts';

const restore = async (input: object, error?: Error) => {
  try {
    await trackCall({ path: ['bin', 'restore'], input }, async () => {
      if (error) throw error;
    });
  } catch (problem) {
    toast.failure('Failed to restore', problem);
  }
};
const title = () => shownToast()?.title;

test('an error toast stays until the same call succeeds', async () => {
  await restore({ id: 'a', note: 1 }, new Error('no'));
  await restore({ id: 'b', note: 1 });
  expect(title()).toBe('Failed to restore');
  await restore({ id: 'a', note: 2 });
  expect(title()).toBeUndefined();
});

test('a new toast replaces the current one, and replaced Undo toasts come back', () => {
  toast.undoable('First deleted', () => {});
  toast.undoable('Second deleted', () => {});
  toast.error('Failed to save');
  toast.success('Saved');
  expect(title()).toBe('Saved');
  hideToast();
  expect(title()).toBe('Second deleted');
  hideToast();
  expect(title()).toBe('First deleted');
  hideToast();
  expect(title()).toBeUndefined();
});
