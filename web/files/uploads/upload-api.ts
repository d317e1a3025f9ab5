import { client, errorCode } from '#web/lib/api.ts';
import type { KnownFile } from './intake.ts';

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

/** The same for several, of which the server may have heard nothing. */
export async function discardUploads(ids: readonly string[]): Promise<void> {
  try {
    for (const id of ids) await discardUpload(id);
  } catch {
    // What is left over is listed on the screen and can be discarded there.
  }
}
