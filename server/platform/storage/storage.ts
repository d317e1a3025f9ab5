import type { PartState } from '../part-state.ts';

/** Both ends are inclusive, as in a Range header. */
export type ByteRange = { start: number; end: number };

/** Must be read to the end or canceled, or the file stays open. Each chunk overwrites the memory of an earlier one. */
export type Chunks = AsyncIterable<Uint8Array>;

export type StoredObject = { key: string; bytes: number; changedAt: Date };

/**
 * Stores bytes by key. Keys are made of parts separated by '/' and never contain a user's file name. Objects are
 * complete or absent.
 */
export type Storage = {
  /** Replaces an object with the same key. Throws STORAGE_FULL. */
  put(key: string, bytes: Buffer): Promise<void>;
  /**
   * Does nothing if the object is there and the file is gone, so it can be retried. Throws STORAGE_FULL or
   * FILE_NOT_FOUND.
   */
  moveIn(path: string, key: string): Promise<void>;
  /** Like `moveIn`, but returns false and keeps the file if the key is taken. Throws STORAGE_FULL. */
  create(path: string, key: string): Promise<boolean>;
  size(key: string): Promise<number | null>;
  /** Throws FILE_NOT_FOUND. */
  open(key: string, range?: ByteRange): Promise<Chunks>;
  /** For small objects. Throws FILE_NOT_FOUND. */
  read(key: string): Promise<Buffer>;
  /** Throws FILE_NOT_FOUND, and the errors of `work`. */
  withLocalFile<T>(key: string, work: (path: string) => Promise<T>): Promise<T>;
  /** Read-only path of the object, whether it exists or not; null if storage isn't a local disk. */
  localPath(key: string): string | null;
  remove(key: string): Promise<void>;
  /** `prefix` must end in '/'. */
  removeAll(prefix: string): Promise<void>;
  /**
   * Lists objects below `prefix`, which must end in '/', folder by folder. Leaves out objects that are being written.
   */
  list(prefix: string): AsyncIterable<StoredObject>;
  /** Bytes; null if unlimited or unknown. */
  space(): Promise<{ free: number; total: number } | null>;
  /** Never rejects. */
  state(): Promise<PartState>;
};

const KEY = /^[a-z0-9][\w.-]*(\/[a-z0-9][\w.-]*)*$/i;

/** Throws for keys that some kind of storage doesn't allow, or that could point outside of it. */
export function checkedKey(key: string): string {
  if (!KEY.test(key)) throw new Error(`unsafe storage key: ${key}`);
  return key;
}

export function checkedFolder(prefix: string): string {
  if (!prefix.endsWith('/')) throw new Error(`not a folder: ${prefix}`);
  return `${checkedKey(prefix.slice(0, -1))}/`;
}

const BUCKET = 'content-files';
export const ALL_FILES = `${BUCKET}/`;

export const idOfKey = (key: string): string | null =>
  /^content-files\/[\da-f]{2}\/([\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12})\//.exec(key)?.[1] ?? null;

export const fileFolder = (fileId: string) => `${BUCKET}/${fileId.slice(0, 2)}/${fileId}/`;
export const originalKey = (fileId: string) => `${fileFolder(fileId)}original`;
/** `preset` is a width from domain/pictures.ts. `posterVersion` counts how often someone chose a video's picture. */
export const presetKey = (fileId: string, preset: number, posterVersion = 0) =>
  `${fileFolder(fileId)}w${preset}${posterVersion === 0 ? '' : `-${posterVersion}`}.webp`;
export const reportKey = (reportId: string) => `${fileFolder(reportId)}report.pdf`;
/** Files that exist only in a prepared download. */
export const downloadKey = (downloadId: string, name: string) => `${fileFolder(downloadId)}${name}`;
/** Parts exist only while the time-lapse is being made; see timelapses/parts.ts. */
export const timelapseKey = (timelapseId: string) => `${fileFolder(timelapseId)}timelapse.mp4`;
export const timelapsePartKey = (timelapseId: string, part: number) =>
  `${fileFolder(timelapseId)}part-${part}.mp4`;
/** The MP4 that pages play, made from a video's original. */
export const videoKey = (fileId: string) => `${fileFolder(fileId)}video.mp4`;
/** Tiled TIFFs whose pages are the levels, largest first; in `mask`, 0 is empty. */
export const rasterKey = (fileId: string, part: RasterPart) => `${fileFolder(fileId)}${part}.tif`;
export type RasterPart = 'color' | 'mask' | 'values';
