import { open } from 'node:fs/promises';
import { logClock } from '#domain/video-time.ts';

export const FLIGHT_LOG = 'application/x-subrip';

const HEAD_BYTES = 4096;

export async function readLogClock(path: string): Promise<string | null> {
  const file = await open(path);
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(HEAD_BYTES), 0, HEAD_BYTES, 0);
    return logClock(buffer.toString('utf8', 0, bytesRead));
  } finally {
    await file.close();
  }
}
