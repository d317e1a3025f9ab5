import type { FileHandle } from 'node:fs/promises';
import type { ByteRange } from './storage.ts';

const CHUNK_BYTES = 1024 ** 2;
const MAX_SPARE_BUFFERS = 16;
const spareBuffers: Buffer[] = [];

/** Chunks of 1 MiB in two reused buffers: a new buffer per chunk costs more in garbage collection than the transfer. */
export async function* readChunks(file: FileHandle, range?: ByteRange): AsyncGenerator<Uint8Array> {
  const { start = 0, end = Infinity } = range ?? {};
  const buffers = [takeBuffer(), takeBuffer()] as const;
  let position = start;
  let turn = 0;
  const fill = () => {
    const buffer = buffers[turn++ % 2 === 0 ? 0 : 1];
    return file.read(buffer, 0, Math.min(CHUNK_BYTES, end - position + 1), position);
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
    spareBuffers.push(...buffers.slice(0, Math.max(0, MAX_SPARE_BUFFERS - spareBuffers.length)));
    await file.close();
  }
}

const takeBuffer = () => spareBuffers.pop() ?? Buffer.allocUnsafeSlow(CHUNK_BYTES);
