import { lowSpaceWarning, spaceOf } from './disk.ts';
import type { Storage } from './storage.ts';

/** Also warns when there is little space in `directory`, which holds incoming uploads and the embedded database. */
export const withDiskWarning = (
  storage: Storage,
  directory: string,
  space: typeof spaceOf = spaceOf,
): Storage => ({
  ...storage,
  async state() {
    const state = await storage.state();
    if (!state.ok || state.warning) return state;
    const found = await space(directory).catch(() => null);
    const low = found && lowSpaceWarning(found.free, found.total, 'The disk of DATA_DIR');
    return low ? { ...state, warning: low } : state;
  },
});
