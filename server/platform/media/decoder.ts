import { totalmem } from 'node:os';
import { DecodingLanes } from './decoding-lanes.ts';
import type { DecodingBounds } from './decoding-process.ts';
import { errorTold, sizeFile, type DecodingAnswer } from './decoding-task.ts';
import type { PhotoMetadata } from './exif.ts';
import type { ImageHeader } from './image-header.ts';
import type { DerivedPhoto } from './image.ts';

/** Makes pictures of files in processes of their own: whatever a file does there, the server goes on. */
export type Decoder = {
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

/** Pictures decoded at once; headers are read beside them, so that an upload waits for none. */
const LANES = 2;
/** Decoded bytes of the largest picture that is taken at all, 268 megapixels of 16 bits and four channels. */
const MOST_BYTES = 2.2e9;

/** Photos may take as long as the slowest machine needs for the largest; then nothing is to be hoped for. */
const BOUNDS = { seconds: 300, idleMs: 10_000 };

/**
 * Decoded bytes for one picture: a sixth of the machine's memory, or of the container's. With two at
 * once the server and its database have room beside them.
 */
function fairShare(): number {
  const container = process.constrainedMemory() || Infinity;
  return Math.min(MOST_BYTES, Math.min(totalmem(), container) / 6);
}

/** `bounds` are for tests; processes start when there is something to decode, and end when there is nothing. */
export function createDecoder(bounds: Partial<DecodingBounds> = {}): Decoder {
  const each = { bytes: fairShare(), ...BOUNDS, ...bounds };
  const headers = new DecodingLanes(1, each);
  const pictures = new DecodingLanes(LANES, each);
  return {
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
