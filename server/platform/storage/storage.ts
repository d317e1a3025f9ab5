import type { PartState } from '../part-state.ts';

/** Both ends included, as in a Range header. */
export type ByteRange = { start: number; end: number };

/**
 * Bytes one after the other. To be read through, or broken off, else the file stays open; the memory
 * of a chunk is used again once the next one is asked for.
 */
export type Chunks = AsyncIterable<Uint8Array>;

/** An object as a list has it: its size in bytes, and when it was put there. */
export type StoredObject = { key: string; bytes: number; changedAt: Date };

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
  /**
   * Makes a finished local file an object of a key that nothing has yet; the file is gone afterwards. False, with the
   * file still there, when the key is taken: nothing is ever replaced. Rejects with STORAGE_FULL.
   */
  create(path: string, key: string): Promise<boolean>;
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
  /** Where the object lies, or would lie, on a disk of this machine, to be read there; null in another store. */
  localPath(key: string): string | null;
  /** Removes an object; nothing when there is none. */
  remove(key: string): Promise<void>;
  /** Removes every object whose key begins with `prefix`, which must end in '/'. */
  removeAll(prefix: string): Promise<void>;
  /** Every object whose key begins with `prefix`, which must end in '/', those of a folder behind one another; those being written are left out. */
  list(prefix: string): AsyncIterable<StoredObject>;
  /** Bytes of the disk that the objects are on; null where there is no end of room, or none that can be told. */
  space(): Promise<{ free: number; total: number } | null>;
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
/** Folder of everything that is kept by the id of a file, report, film or pack. */
export const ALL_FILES = `${BUCKET}/`;

/** The id of a file by whose folder a key is; null of a key that is in none. */
export const idOfKey = (key: string): string | null =>
  /^content-files\/[\da-f]{2}\/([\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12})\//.exec(key)?.[1] ?? null;

/** Folder of everything kept of one file: its original and what is made of it. */
export const fileFolder = (fileId: string) => `${BUCKET}/${fileId.slice(0, 2)}/${fileId}/`;
/** The bytes as they came: what nothing here changes. */
export const originalKey = (fileId: string) => `${fileFolder(fileId)}original`;
/**
 * The picture, `preset` pixels wide (see PRESETS of domain/pictures.ts). `posterVersion` counts the choices
 * of somebody who chose the picture of a film.
 */
export const presetKey = (fileId: string, preset: number, posterVersion = 0) =>
  `${fileFolder(fileId)}w${preset}${posterVersion === 0 ? '' : `-${posterVersion}`}.webp`;
/** A report of a week as PDF, by its own id. */
export const reportKey = (reportId: string) => `${fileFolder(reportId)}report.pdf`;
/** What stands beside the originals of an evidence pack, by its own id and the name it has there. */
export const evidenceKey = (packId: string, name: string) => `${fileFolder(packId)}${name}`;
/** A time-lapse as a film, by its own id, and a part of it while it is made, see timelapses/parts.ts. */
export const timelapseKey = (timelapseId: string) => `${fileFolder(timelapseId)}timelapse.mp4`;
export const timelapsePartKey = (timelapseId: string, part: number) =>
  `${fileFolder(timelapseId)}part-${part}.mp4`;
/** The video as it is played: progressive MP4, made of an original of kind video. */
export const videoKey = (fileId: string) => `${fileFolder(fileId)}video.mp4`;
/**
 * What a map is drawn of, one of the parts that were made of a raster: its colors, the mask beside them (0 where
 * there is nothing), or its values. Each is a tiled TIFF whose pages are the levels, the largest first.
 */
export const rasterKey = (fileId: string, part: RasterPart) => `${fileFolder(fileId)}${part}.tif`;
export type RasterPart = 'color' | 'mask' | 'values';
