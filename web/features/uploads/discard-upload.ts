import { client, errorCode } from '#web/lib/api.ts';

/** Takes an upload off the server's list, with the bytes that arrived; one that is not on it is fine too. */
export async function discardUpload(id: string): Promise<void> {
  try {
    await client.uploads.discard({ id });
  } catch (error) {
    if (errorCode(error) !== 'UPLOAD_NOT_FOUND') throw error;
  }
}
