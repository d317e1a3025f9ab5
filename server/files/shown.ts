import { isOnlyUnseen } from '#domain/errors.ts';
import type { FileChanges } from './queries.ts';

/** What `make` made to be shown of a file; why there can be nothing, when the file may be whole all the same. */
export async function shown(make: () => Promise<FileChanges>): Promise<FileChanges> {
  try {
    return await make();
  } catch (error) {
    if (!isOnlyUnseen(error)) throw error;
    return { errorCode: error.code, errorMessage: error.message };
  }
}
