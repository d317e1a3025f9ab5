import type { FileHandle } from 'node:fs/promises';

/** `body` and `end` are file offsets of the content. */
export type Box = { type: string; body: number; end: number };

const MAX_BOXES = 10_000;

export const readBytes = async (file: FileHandle, at: number, length: number): Promise<Buffer> => {
  const { buffer, bytesRead } = await file.read(Buffer.alloc(length), 0, length, at);
  return buffer.subarray(0, bytesRead);
};

export async function findBox(
  file: FileHandle,
  type: string,
  start: number,
  end: number,
): Promise<Box | null> {
  for await (const box of boxesIn(file, start, end)) if (box.type === type) return box;
  return null;
}

export async function* boxesIn(file: FileHandle, start: number, end: number) {
  let at = start;
  for (let boxes = 0; at + 8 <= end && boxes < MAX_BOXES; boxes++) {
    const box = await readBox(file, at, end);
    if (!box) return;
    yield box;
    at = box.end;
  }
}

/** A size of 1 announces a 64-bit size; 0 extends to the end of the file (ISO/IEC 14496-12, 4.2). */
async function readBox(file: FileHandle, at: number, limit: number): Promise<Box | null> {
  const { buffer, bytesRead } = await file.read(Buffer.alloc(16), 0, 16, at);
  if (bytesRead < 8) return null;
  const short = buffer.readUInt32BE(0);
  const size = short === 1 ? Number(buffer.readBigUInt64BE(8)) : short === 0 ? limit - at : short;
  if (size < 8) return null;
  return {
    type: buffer.toString('latin1', 4, 8),
    body: at + (short === 1 ? 16 : 8),
    end: at + size,
  };
}
