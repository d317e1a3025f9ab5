import type { Upload } from '#domain/uploads.ts';
import { client, errorCode } from '#web/lib/api.ts';
import type { KnownFile } from './intake.ts';
import { unfinishedUploads, uploadIdOf, type UploadItem } from './upload-item.ts';

/** Which of these hashes the project has, and where. */
export async function knownFiles(submissionId: string, sha256: string[]): Promise<KnownFile[]> {
  const { known } = await client.uploads.check({ submissionId, sha256 });
  if (known.length === 0) return [];
  const { files } = await client.files.list({ submissionId });
  const here = new Set(files.map((file) => file.sha256));
  return known.map((file) => ({ ...file, isHere: here.has(file.sha256) }));
}

/** Which of the ids are those of a submission's files; an upload that has become a file keeps its id. */
export async function filesOf(
  submissionId: string,
  ids: readonly string[],
): Promise<ReadonlySet<string>> {
  try {
    const { files } = await client.files.list({ submissionId });
    const wanted = new Set(ids);
    return new Set(files.flatMap(({ id }) => (wanted.has(id) ? [id] : [])));
  } catch {
    return new Set();
  }
}

/** Takes an upload off the server's list, with the bytes that arrived; one that is not on it is fine too. */
export async function discardUpload(id: string): Promise<void> {
  try {
    await client.uploads.discard({ id });
  } catch (error) {
    if (errorCode(error) !== 'UPLOAD_NOT_FOUND') throw error;
  }
}

/** How long the announcement of an upload may be under way, milliseconds. */
const ANNOUNCED = 2000;

/**
 * Has the server forget what it got of cancelled files. One that was just being announced has no
 * id here yet: it is found by name and size, a moment later, unless it is among the `items` again.
 */
export async function discardCancelled(
  list: () => Promise<readonly Upload[]>,
  cancelled: readonly UploadItem[],
  items: () => readonly UploadItem[],
): Promise<void> {
  try {
    for (const item of cancelled) {
      const id = uploadIdOf(item);
      if (id !== null) await discardUpload(id);
    }
    const unnamed = cancelled.filter(({ url }) => url === null);
    if (unnamed.length === 0) return;
    await new Promise<void>((resolve) => {
      setTimeout(resolve, ANNOUNCED);
    });
    for (const { id, state, fileName, fileSize } of unfinishedUploads(await list(), items())) {
      const isOurs = unnamed.some(({ name, size }) => name === fileName && size === fileSize);
      if (state === 'receiving' && isOurs) await discardUpload(id);
    }
  } catch {
    // What is left over is listed on the screen and can be discarded there.
  }
}
