import { DecodingLanes } from './decoding-lanes.ts';
import type { Attendance, DecodingBounds } from './decoding-process.ts';
import { sizeFile, type PairOrder } from './decoding-task.ts';
import type { Registration } from '../alignment/register.ts';
import type { FrameOrder } from './film-frame.ts';
import type { MadeMap, MapOrder } from './make-map.ts';
import type { PhotoMetadata } from './photo-metadata.ts';
import type { ImageHeader } from './image-header.ts';
import type { DerivedPhoto } from './image.ts';
import { memoryLimit } from './bounded-process.ts';
import type { SniffedFile } from './sniff.ts';
import type { ReadVideo } from './video.ts';

/** Reads files in processes of their own: whatever a file does there, the server goes on. */
export type Decoder = {
  /** As sniffFile. */
  readType(path: string): Promise<SniffedFile>;
  /** As readVideo. */
  readVideo(path: string): Promise<ReadVideo>;
  /** As readImageHeader. */
  readHeader(path: string): Promise<ImageHeader>;
  /** As readPhotoMetadata. */
  readMetadata(path: string, timeZone: string): Promise<PhotoMetadata>;
  /**
   * Writes the sizes of a photo into an empty folder, each to the path that `fileOf` names. Throws as derivePhoto.
   */
  makeSizes(path: string, folder: string): Promise<MadeSizes>;
  /**
   * As makeMap, with the sizes of its picture as makeSizes writes them, all in the empty folder of the order.
   * May take the longer the larger the file (`bytes`) is; ends with the signal, then rejects.
   */
  makeMap(
    order: MapOrder & { bytes: number },
    attendance: Omit<Attendance, 'seconds'>,
  ): Promise<MadeMap & { sizes: MadeSizes }>;
  /** Writes a picture, as it is stored for pages, as JPEG to `made`. */
  makeJpeg(path: string, made: string): Promise<void>;
  /** As makeFilmFrame; the folder is for what is needed meanwhile. */
  makeFilmFrame(order: FrameOrder & { folder: string }): Promise<void>;
  /** As register of server/platform/alignment, one pair at a time, when the machine has nothing else to do. */
  registerPair(order: PairOrder, signal?: AbortSignal): Promise<Registration>;
  /** Ends the processes; what is still being decoded rejects. */
  close(): void;
};

export type MadeSizes = DerivedPhoto & { fileOf: (preset: number) => string };

/** Below this there is room for one picture at once, else for two; headers are read beside them. */
const ROOM_FOR_TWO = 2e9;
/** Decoded bytes of the largest picture that is taken at all, 268 megapixels of 16 bits and four channels. */
const MOST_BYTES = 2.2e9;

/** Photos may take as long as the slowest machine needs for the largest; then nothing is to be hoped for. */
const BOUNDS = { seconds: 300, idleMs: 10_000 };

/** Pictures of one card follow one another within this. */
const BETWEEN_PICTURES_MS = 2000;

/** A map has time by its size: the slowest machine writes a gigabyte of heights in two minutes. */
const MAP_BOUNDS = { seconds: 600, secondsAGigabyte: 240, cpuSeconds: 12 * 3600 };

/**
 * Decoded bytes for one picture: a sixth of the machine's memory, or of the container's. With two at
 * once the server and its database have room beside them.
 */
const fairShare = (memory: number) => Math.min(MOST_BYTES, memory / 6);

/** `bounds` are for tests; processes start when there is something to decode, and end when there is nothing. */
export function createDecoder(bounds: Partial<DecodingBounds> = {}): Decoder {
  const memory = memoryLimit();
  const each = { bytes: fairShare(memory), ...BOUNDS, ...bounds };
  const headers = new DecodingLanes(1, each);
  const pictures = new DecodingLanes(memory < ROOM_FOR_TWO ? 1 : 2, each);
  // Where memory is for one process only, pairs share it, and wait until no picture does.
  const pairs = memory < ROOM_FOR_TWO ? null : new DecodingLanes(1, each);
  const maps = new DecodingLanes(1, { ...each, cpuSeconds: MAP_BOUNDS.cpuSeconds });
  return {
    readType: (path) => headers.run({ kind: 'type', path }),
    readVideo: (path) => pictures.run({ kind: 'video', path }),
    readHeader: (path) => headers.run({ kind: 'header', path }),
    readMetadata: (path, timeZone) => pictures.run({ kind: 'metadata', path, timeZone }),
    async makeSizes(path, folder) {
      const sizes = await pictures.run({ kind: 'photo', path, folder });
      return { ...sizes, fileOf: (preset) => sizeFile(folder, preset) };
    },
    async makeMap({ bytes, ...order }, attendance) {
      const seconds = MAP_BOUNDS.seconds + (bytes / 1e9) * MAP_BOUNDS.secondsAGigabyte;
      const map = await maps.run({ kind: 'map', ...order }, { ...attendance, seconds });
      const fileOf = (preset: number) => sizeFile(order.folder, preset);
      return { ...map, sizes: { ...map.sizes, fileOf } };
    },
    makeJpeg: (path, made) => pictures.run({ kind: 'jpeg', path, made }),
    makeFilmFrame: (order) => pictures.run({ kind: 'frame', ...order }),
    async registerPair(order, signal) {
      const task = { kind: 'pair', isLast: pairs !== null, ...order } as const;
      // Somebody waits for the pictures of a card. The lowest priority is not enough: it takes the time between two.
      if (pairs) await pictures.rest(BETWEEN_PICTURES_MS);
      return (pairs ?? pictures).runBehind(task, signal ? { signal } : {});
    },
    close() {
      pairs?.close();
      headers.close();
      pictures.close();
      maps.close();
    },
  };
}
