import { open } from 'node:fs/promises';
import { logClock } from '#domain/video-time.ts';

/** The type that `sniffFile` gives to flight logs. */
export const FLIGHT_LOG = 'application/x-subrip';

/** The first entry, with room for what stands before it. */
const HEAD_BYTES = 4096;

/** What the drone's clock shows at the start of a flight log (SRT); null when it shows none. */
export async function readLogClock(path: string): Promise<string | null> {
  const file = await open(path);
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(HEAD_BYTES), 0, HEAD_BYTES, 0);
    return logClock(buffer.toString('utf8', 0, bytesRead));
  } finally {
    await file.close();
  }
}
