/** Code of a failed system call, such as ENOENT; '' for any other failure. */
export const errorCode = (error: unknown): string =>
  error instanceof Error && 'code' in error ? String(error.code) : '';

/** Whether the disk, or this account's part of it, is full. */
export const isStorageFull = (error: unknown): boolean =>
  ['ENOSPC', 'EDQUOT'].includes(errorCode(error));
