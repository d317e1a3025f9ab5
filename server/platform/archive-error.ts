/** An export or a backup that can't be used. Its message names the file, the list and the row, and what is wrong. */
export class ArchiveError extends Error {
  override name = 'ArchiveError';
}
