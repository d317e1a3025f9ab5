import { DecodingLanes } from './decoding-lanes.ts';
import type { DecodingBounds } from './decoding-process.ts';
import { errorTold, sizeFile, type DecodingAnswer } from './decoding-task.ts';
import type { PhotoMetadata } from './exif.ts';
import type { ImageHeader } from './image-header.ts';
import type { DerivedPhoto } from './image.ts';
import { memoryLimit } from './memory.ts';
import type { SniffedFile } from './sniff.ts';
import type { ReadVideo } from './web-video.ts';

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
   * Writes the sizes of a photo or a raster into an empty folder, each to the path that `fileOf` names.
   * Throws as derivePhoto; a raster of measurements is shown from black to white.
   */
  makeSizes(kind: 'photo' | 'raster', path: string, folder: string): Promise<MadeSizes>;
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
  return {
    async readType(path) {
      const answer = await headers.run({ kind: 'type', path });
      if ('type' in answer) return answer.type;
      throw unexpected(answer);
    },
    async readVideo(path) {
      const answer = await pictures.run({ kind: 'video', path });
      if ('video' in answer) return answer.video;
      throw unexpected(answer);
    },
    async readHeader(path) {
      const answer = await headers.run({ kind: 'header', path });
      if ('header' in answer) return answer.header;
      throw unexpected(answer);
    },
    async readMetadata(path, timeZone) {
      const answer = await pictures.run({ kind: 'metadata', path, timeZone });
      if ('metadata' in answer) return answer.metadata;
      throw unexpected(answer);
    },
    async makeSizes(kind, path, folder) {
      const answer = await pictures.run({ kind, path, folder });
      if (!('sizes' in answer)) throw unexpected(answer);
      return { ...answer.sizes, fileOf: (preset) => sizeFile(folder, preset) };
    },
    close() {
      headers.close();
      pictures.close();
    },
  };
}

const unexpected = (answer: DecodingAnswer) =>
  'error' in answer ? errorTold(answer.error) : new Error('the decoding process answered oddly');
