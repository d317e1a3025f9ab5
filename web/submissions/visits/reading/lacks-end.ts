/** Every marker begins with this byte, and a picture ends with that marker (ITU T.81, table B.1). */
const MARKER = 0xff;
const END = 0xd9;
/** Where the end of most pictures is found. */
const TAIL_BYTES = 64 * 1024;
const MOST_AT_ONCE = 4 * 1024 ** 2;

/**
 * Whether a JPEG has no end (ITU T.81, table B.1), as when copying it was interrupted. Whatever follows the end counts for
 * nothing: zeros, previews, films and other things that cameras append. `start`: where its picture begins, bytes, so that
 * the end of a thumbnail does not count. Reads from the end, and no more than it needs. Rejects when the file cannot be read.
 */
export async function lacksEnd(file: Blob, start: number): Promise<boolean> {
  let length = TAIL_BYTES;
  for (let end = file.size; end > start; length = Math.min(MOST_AT_ONCE, length * 8)) {
    const from = Math.max(start, end - length);
    // One byte more: the marker may be split between two reads.
    const bytes = new Uint8Array(await file.slice(from, end + 1).arrayBuffer());
    if (hasEnd(bytes)) return false;
    end = from;
  }
  return true;
}

/** Within a picture a marker's first byte is never followed by this one: it is stuffed with zero (ITU T.81, B.1.1.5). */
function hasEnd(bytes: Uint8Array): boolean {
  let at = bytes.lastIndexOf(END);
  while (at > 0 && bytes[at - 1] !== MARKER) at = bytes.lastIndexOf(END, at - 1);
  return at > 0;
}
