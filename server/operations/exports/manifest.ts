import { join } from 'node:path';
import { ArchiveError, linesOf } from '#server/platform/row-file.ts';
import { readManifestLine } from '#server/platform/manifest.ts';
import { MANIFEST_FILE } from './format.ts';

/** Returns null for unlisted paths. Throws ArchiveError if the export is incomplete. */
export async function readManifestHash(folder: string, path: string): Promise<string | null> {
  try {
    for await (const line of linesOf(join(folder, MANIFEST_FILE))) {
      const found = readManifestLine(line);
      if (found?.path === path) return found.sha256;
    }
  } catch (error) {
    if (!(error instanceof ArchiveError)) throw error;
    throw new ArchiveError(`${folder} is not a complete export.`, {
      cause: error,
    });
  }
  return null;
}
