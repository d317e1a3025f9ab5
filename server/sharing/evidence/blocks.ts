import { createHash } from 'node:crypto';
import { BLOCK_BYTES } from '#domain/evidence.ts';
import type { Chunks } from '#server/platform/storage/storage.ts';

/** Hashes are SHA-256 in hex. */
export type BlockHashes = { bytes: number; sha256: string; blocks: string[] };

export async function hashBlocks(
  chunks: Chunks,
  onBytes: (count: number) => void,
): Promise<BlockHashes> {
  const whole = createHash('sha256');
  const blocks: string[] = [];
  let block = createHash('sha256');
  let inBlock = 0;
  let bytes = 0;
  const endBlock = () => {
    blocks.push(block.digest('hex'));
    block = createHash('sha256');
    inBlock = 0;
  };
  for await (const chunk of chunks) {
    whole.update(chunk);
    for (let at = 0; at < chunk.byteLength;) {
      const part = chunk.subarray(at, at + BLOCK_BYTES - inBlock);
      block.update(part);
      inBlock += part.byteLength;
      at += part.byteLength;
      if (inBlock === BLOCK_BYTES) endBlock();
    }
    bytes += chunk.byteLength;
    onBytes(chunk.byteLength);
  }
  if (inBlock > 0) endBlock();
  return { bytes, sha256: whole.digest('hex'), blocks };
}
