import type { PartState } from '../part-state.ts';

/** Both ends included, as in a Range header. */
export type ByteRange = { start: number; end: number };

/**
 * Bytes one after the other. To be read through, or broken off, else the file stays open; the memory
 * of a chunk is used again once the next one is asked for.
 */
export type Chunks = AsyncIterable<Uint8Array>;

/**
 * Where bytes are kept, by key ('/' between parts, never a file name that came from outside).
 * What is put is whole or absent: a reader never sees half an object.
 */
export type Storage = {
  /** Writes an object, replacing one of the same key. Rejects with STORAGE_FULL when there is no room. */
  put(key: string, bytes: Buffer): Promise<void>;
  /**
   * Makes a finished local file the object; the file is gone afterwards. When it rejects or the
   * process is killed, nothing is lost and it can be called again: does nothing when the file is
   * gone and the object is there. Rejects with STORAGE_FULL, or FILE_NOT_FOUND when neither is there.
   */
  adopt(path: string, key: string): Promise<void>;
  /** Size in bytes, or null when there is no such object. */
  size(key: string): Promise<number | null>;
  /** The bytes, or a range within them. Rejects with FILE_NOT_FOUND. */
  open(key: string, range?: ByteRange): Promise<Chunks>;
  /** All bytes of a small object. Rejects with FILE_NOT_FOUND. */
  read(key: string): Promise<Buffer>;
  /**
   * Calls `work` with a local path that holds the object, for tools that want a file to read.
   * Rejects with FILE_NOT_FOUND, and with what `work` rejects with.
   */
  withLocalFile<T>(key: string, work: (path: string) => Promise<T>): Promise<T>;
  /** Removes every object whose key begins with `prefix`, which must end in '/'. */
  removeAll(prefix: string): Promise<void>;
  /** For the health page; never rejects. */
  state(): Promise<PartState>;
};

const KEY = /^[a-z0-9][\w.-]*(\/[a-z0-9][\w.-]*)*$/i;

/** Answers a key that means the same in every kind of storage and cannot leave it; throws for others. */
export function checkedKey(key: string): string {
  if (!KEY.test(key)) throw new Error(`unsafe storage key: ${key}`);
  return key;
}

/** The same for the key of a folder, which ends in '/'. */
export function checkedFolder(prefix: string): string {
  if (!prefix.endsWith('/')) throw new Error(`not a folder: ${prefix}`);
  return `${checkedKey(prefix.slice(0, -1))}/`;
}

const BUCKET = 'content-files';

/** Folder of everything kept of one file: its original and what is made of it. */
export const fileFolder = (fileId: string) => `${BUCKET}/${fileId.slice(0, 2)}/${fileId}/`;
/** The bytes as they came: what nothing here changes. */
export const originalKey = (fileId: string) => `${fileFolder(fileId)}original`;
/** The picture, `preset` pixels wide (see PRESETS of domain/pictures.ts). */
export const presetKey = (fileId: string, preset: number) => `${fileFolder(fileId)}w${preset}.webp`;
/** The video as it is played: progressive MP4, made of an original of kind video. */
export const videoKey = (fileId: string) => `${fileFolder(fileId)}video.mp4`;
