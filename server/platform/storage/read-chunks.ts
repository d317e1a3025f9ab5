import type { FileHandle } from 'node:fs/promises';
import type { ByteRange } from './storage.ts';

const CHUNK = 1024 ** 2;
const MAX_SPARE = 16;
const spare: Buffer[] = [];

/** Chunks of 1 MiB in two reused buffers: a new buffer per chunk costs more in garbage collection than the transfer. */
export async function* readChunks(file: FileHandle, range?: ByteRange): AsyncGenerator<Uint8Array> {
  const { start = 0, end = Infinity } = range ?? {};
  const buffers = [take(), take()] as const;
  let position = start;
  let turn = 0;
  const fill = () => {
    const buffer = buffers[turn++ % 2 === 0 ? 0 : 1];
    return file.read(buffer, 0, Math.min(CHUNK, end - position + 1), position);
  };
  let filling = fill();
  try {
    while (position <= end) {
      const { buffer, bytesRead } = await filling;
      if (bytesRead === 0) return;
      position += bytesRead;
      if (position <= end) filling = fill();
      yield buffer.subarray(0, bytesRead);
    }
  } finally {
    await filling.catch(() => {});
    spare.push(...buffers.slice(0, Math.max(0, MAX_SPARE - spare.length)));
    await file.close();
  }
}

const take = () => spare.pop() ?? Buffer.allocUnsafeSlow(CHUNK);
