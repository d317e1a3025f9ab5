import { isPreviewFault } from '#domain/errors.ts';
import type { FileChanges } from './queries.ts';

/** If the file can't be shown but may be intact, returns the error as columns instead of throwing it. */
export async function orPreviewError(make: () => Promise<FileChanges>): Promise<FileChanges> {
  try {
    return await make();
  } catch (error) {
    if (!isPreviewFault(error)) throw error;
    return { errorCode: error.code, errorMessage: error.message };
  }
}
