import { isOnlyUnseen } from '#domain/errors.ts';
import type { FileChanges } from './queries.ts';

/** Returns the reason if the file can't be shown but may be intact. */
export async function shown(make: () => Promise<FileChanges>): Promise<FileChanges> {
  try {
    return await make();
  } catch (error) {
    if (!isOnlyUnseen(error)) throw error;
    return { errorCode: error.code, errorMessage: error.message };
  }
}
