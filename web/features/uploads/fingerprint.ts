import { likenessOf } from './picked-file.ts';

/**
 * What an upload is found again by, after a reload or a restart of the server. The same file in
 * another submission is another upload. By its hash (SHA-256, hex) when that is known, else by name,
 * size in bytes and time of change.
 */
export const fingerprintOf = (
  submissionId: string,
  file: Pick<File, 'name' | 'size' | 'lastModified'>,
  sha256: string | null,
): string => `${submissionId}/${sha256 ?? likenessOf(file)}`;
