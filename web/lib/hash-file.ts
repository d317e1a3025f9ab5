/** Larger files aren't hashed in the browser because hashing needs the whole file in memory. */
const MAX_HASHED_BYTES = 256 * 1024 ** 2;

/** SHA-256 in hex. Null if the file is too large or the page is insecure. Rejects if the file can't be read. */
export async function hashFile(file: File): Promise<string | null> {
  // Undefined on insecure pages, contrary to its type.
  const subtle = globalThis.crypto.subtle as SubtleCrypto | undefined;
  if (!subtle || file.size > MAX_HASHED_BYTES) return null;
  const digest = await subtle.digest('SHA-256', await file.arrayBuffer());
  return Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, '0')).join('');
}
