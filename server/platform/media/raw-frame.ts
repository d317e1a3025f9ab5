// Format of a time-lapse frame before encoding: all pixels without the label, then the label's rows again with it. This
// way, the next photo can be drawn over a frame without its label, and nothing is encoded twice.
import { open, type FileHandle } from 'node:fs/promises';
import type { Size } from '#domain/homography.ts';
import type { Pixels } from './draw-photo.ts';

const bytesOf = ({ data }: Pixels) => new Uint8Array(data.buffer, data.byteOffset, data.byteLength);

export async function writeRawFrame(
  path: string,
  picture: Pixels,
  labelled: Uint8Array,
): Promise<void> {
  await withFile(path, 'w', async (file) => {
    for (const bytes of [bytesOf(picture), labelled]) {
      for (let at = 0; at < bytes.length;) at += (await file.write(bytes, at)).bytesWritten;
    }
  });
}

export async function readWithoutLabel(path: string, into: Pixels): Promise<void> {
  const bytes = bytesOf(into);
  await withFile(path, 'r', async (file) => {
    for (let at = 0; at < bytes.length;) at += await readSome(file, bytes.subarray(at), at);
  });
}

/** Yields the bytes of a frame with its label. Each part is in `chunk`, which the next one overwrites. */
export async function* readWithLabel(
  path: string,
  { width, height }: Size,
  chunk: Uint8Array,
): AsyncGenerator<Uint8Array> {
  const file = await open(path, 'r');
  try {
    const whole = width * height * Int32Array.BYTES_PER_ELEMENT;
    const { size } = await file.stat();
    yield* readBetween(file, { from: 0, to: 2 * whole - size }, chunk);
    yield* readBetween(file, { from: whole, to: size }, chunk);
  } finally {
    await file.close();
  }
}

type Range = { from: number; to: number };

async function* readBetween(file: FileHandle, { from, to }: Range, chunk: Uint8Array) {
  for (let at = from; at < to;) {
    const read = await readSome(file, chunk.subarray(0, to - at), at);
    at += read;
    yield chunk.subarray(0, read);
  }
}

async function readSome(file: FileHandle, into: Uint8Array, at: number): Promise<number> {
  const { bytesRead } = await file.read(into, { position: at });
  if (bytesRead === 0) throw new Error('a frame of the video is truncated');
  return bytesRead;
}

async function withFile(path: string, flags: string, work: (file: FileHandle) => Promise<void>) {
  const file = await open(path, flags);
  try {
    await work(file);
  } finally {
    await file.close();
  }
}
