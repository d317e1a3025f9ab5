const MARKER = 0xff;
const END = 0xd9;

/** Behind the end of a picture cameras may put some bytes of their own. */
const TAIL_BYTES = 64 * 1024;
/** What says that a film lies there: Motion Photo format 1.0 and what was before it, in the head; Samsung's, in the tail. */
const FILM_BEHIND = /MotionPhoto|MicroVideo/;

/**
 * Whether a JPEG has no end (ITU T.81, table B.1), as when copying it was broken off. `start`: where its picture
 * begins, bytes, so that the end of a thumbnail does not count. False for a photo with a film behind it, of which
 * this cannot be said. Rejects when the file cannot be read.
 */
export async function lacksEnd(file: Blob, start: number): Promise<boolean> {
  const from = Math.max(start, file.size - TAIL_BYTES);
  const tail = new Uint8Array(await file.slice(from).arrayBuffer());
  let at = tail.lastIndexOf(END);
  while (at > 0 && tail[at - 1] !== MARKER) at = tail.lastIndexOf(END, at - 1);
  if (at > 0) return false;
  return !FILM_BEHIND.test(await new Blob([file.slice(0, start), tail]).text());
}
