/** Larger files are not hashed in the browser: the whole file has to be in memory for it. */
const MAX_HASHED_BYTES = 256 * 1024 ** 2;

/**
 * SHA-256 of a file, in hex. Null when it is too large, or the browser does not hash on this page
 * (it does only over HTTPS and on localhost). Rejects when the file cannot be read.
 */
export async function hashFile(file: File): Promise<string | null> {
  // The types say that it is always there.
  const subtle = globalThis.crypto.subtle as SubtleCrypto | undefined;
  if (!subtle || file.size > MAX_HASHED_BYTES) return null;
  const digest = await subtle.digest('SHA-256', await file.arrayBuffer());
  return Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, '0')).join('');
}
