import { expect, test } from 'vitest';
import { temporaryFolder } from '#test/fixtures/temporary-folder.ts';
import type { PartState } from '../part-state.ts';
import { diskStorage } from './disk.ts';
import { withDiskWarning } from './work-disk.ts';

const folder = temporaryFolder();
const GIB = 1024 ** 3;

/** The state reported when the working disk has this much space. */
const stateOf = (own: PartState, freeGib: number) => {
  const storage = { ...diskStorage(folder.path('storage')), state: async () => own };
  const space = async () => ({ free: freeGib * GIB, total: 100 * GIB });
  return withDiskWarning(storage, folder.path('data'), space).state();
};

test('a nearly full upload disk causes a warning, unless the storage has its own problem', async () => {
  const fine = { ok: true, detail: 'the S3 bucket is responding' };
  expect(await stateOf(fine, 50)).toEqual(fine);
  expect(await stateOf(fine, 4)).toEqual({
    ...fine,
    warning: 'The disk of DATA_DIR is running low: 4 GB of 100 GB free.',
  });
  const low = { ...fine, warning: 'Storage is running low: 3.0 GB of 20.0 GB free.' };
  expect(await stateOf(low, 4)).toEqual(low);
  const down = { ok: false, detail: 'the S3 bucket is not working' };
  expect(await stateOf(down, 4)).toEqual(down);
});

test('an unreadable folder causes no warning', async () => {
  const storage = diskStorage(folder.path('storage'));
  const gone = () => Promise.reject(new Error('no such disk'));
  expect(await withDiskWarning(storage, folder.path('data'), gone).state()).toEqual(
    await storage.state(),
  );
});
