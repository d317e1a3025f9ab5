import { notificationsStore } from '@mantine/notifications';
import { afterEach, expect, test } from 'vitest';
import { noted } from '#web/lib/calls.ts';
import { clearToasts } from './shown-toasts.tsx';
import { toast } from './toast.ts';

// Imported here, so that no test waits for it.
afterEach(clearToasts);

const restore = async (input: object, error?: Error) => {
  try {
    await noted({ path: ['bin', 'restore'], input }, async () => {
      if (error) throw error;
    });
  } catch (problem) {
    toast.failure('Failed to restore', problem);
  }
};
const shown = () => notificationsStore.getState().notifications.map(({ title }) => title);

test('the words about a failed call stay until the same call succeeds', async () => {
  await restore({ id: 'a', note: 1 }, new Error('no'));
  await expect.poll(shown).toEqual(['Failed to restore']);
  await restore({ id: 'b', note: 1 });
  toast.note('another');
  await expect.poll(shown).toEqual(['Failed to restore', 'another']);
  await restore({ id: 'a', note: 2 });
  await expect.poll(shown).toEqual(['another']);
});
