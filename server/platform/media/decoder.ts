import { DecodingPool } from './decoding-pool.ts';
import type { TaskOptions, DecodingBounds } from './decoding-process.ts';
import { sizePath, type PairRequest } from './decoding-task.ts';
import type { MeasuredAlignment } from '../alignment/align.ts';
import type { FrameRequest } from './timelapse-frame.ts';
import type { MadeMap, MapRequest } from './make-map.ts';
import type { PhotoMetadata } from './photo-metadata.ts';
import type { ImageHeader } from './image-header.ts';
import type { DerivedPhoto } from './image.ts';
import { memoryLimit } from './bounded-process.ts';
import type { SiteIconRequest, SitePicture, SitePictureRequest } from './site-picture.ts';
import type { SniffedFile } from './sniff.ts';
import type { VideoFacts } from './video.ts';

/**
 * Runs in separate processes, so a bad file can't take the server down. Throws the same errors as the functions in
 * decode.ts.
 */
export type Decoder = {
  readType(path: string): Promise<SniffedFile>;
  readVideo(path: string): Promise<VideoFacts>;
  readHeader(path: string): Promise<ImageHeader>;
  readMetadata(path: string, timeZone: string): Promise<PhotoMetadata>;
  makeSizes(path: string, folder: string): Promise<MadeSizes>;
  /** Also makes the sizes of the map's picture. Larger files (`bytes`) get more time. Rejects when aborted. */
  makeMap(
    order: MapRequest & { bytes: number },
    attendance: Omit<TaskOptions, 'seconds'>,
  ): Promise<MadeMap & { sizes: MadeSizes }>;
  makeJpeg(path: string, made: string): Promise<void>;
  makeSiteIcon(order: SiteIconRequest): Promise<Uint8Array>;
  makeSitePicture(order: SitePictureRequest): Promise<SitePicture>;
  makeFilmFrame(order: FrameRequest & { folder: string }): Promise<void>;
  registerPair(order: PairRequest, signal?: AbortSignal): Promise<MeasuredAlignment>;
  close(): void;
};

export type MadeSizes = DerivedPhoto & { fileOf: (preset: number) => string };

const TWO_PICTURES_FROM_BYTES = 2e9;
/** Decoded bytes of the largest accepted picture: 268 megapixels, four channels of 16 bits. */
const MAX_PICTURE_BYTES = 2.2e9;

const BOUNDS = { seconds: 300, idleMs: 10_000 };

const BETWEEN_PICTURES_MS = 2000;

const MAP_BOUNDS = { seconds: 600, secondsAGigabyte: 240, cpuSeconds: 12 * 3600 };

/** Someone is waiting for it. */
const SITE_BOUNDS = { seconds: 20 };

/** A sixth of the memory per picture: two at once leave enough for the server and its database. */
const bytesPerPicture = (memory: number) => Math.min(MAX_PICTURE_BYTES, memory / 6);

export function createDecoder(bounds: Partial<DecodingBounds> = {}): Decoder {
  const memory = memoryLimit();
  const each = { bytes: bytesPerPicture(memory), ...BOUNDS, ...bounds };
  const headers = new DecodingPool(1, each);
  const pictures = new DecodingPool(memory < TWO_PICTURES_FROM_BYTES ? 1 : 2, each);
  // With little memory, pairs share the pictures' process and run after them.
  const pairs = memory < TWO_PICTURES_FROM_BYTES ? null : new DecodingPool(1, each);
  const maps = new DecodingPool(1, { ...each, cpuSeconds: MAP_BOUNDS.cpuSeconds });
  return {
    readType: (path) => headers.run({ kind: 'type', path }),
    readVideo: (path) => pictures.run({ kind: 'video', path }),
    readHeader: (path) => headers.run({ kind: 'header', path }),
    readMetadata: (path, timeZone) => pictures.run({ kind: 'metadata', path, timeZone }),
    async makeSizes(path, folder) {
      const sizes = await pictures.run({ kind: 'photo', path, folder });
      return { ...sizes, fileOf: (preset) => sizePath(folder, preset) };
    },
    async makeMap({ bytes, ...order }, attendance) {
      const seconds = MAP_BOUNDS.seconds + (bytes / 1e9) * MAP_BOUNDS.secondsAGigabyte;
      const map = await maps.run({ kind: 'map', ...order }, { ...attendance, seconds });
      const fileOf = (preset: number) => sizePath(order.folder, preset);
      return { ...map, sizes: { ...map.sizes, fileOf } };
    },
    makeJpeg: (path, made) => pictures.run({ kind: 'jpeg', path, made }),
    makeSiteIcon: (order) => pictures.run({ kind: 'icon', ...order }, SITE_BOUNDS),
    makeSitePicture: (order) => pictures.run({ kind: 'site', ...order }, SITE_BOUNDS),
    makeFilmFrame: (order) => pictures.run({ kind: 'frame', ...order }),
    async registerPair(order, signal) {
      const task = { kind: 'pair', isLast: pairs !== null, ...order } as const;
      // Someone is waiting for the pictures, so don't start a pair in the short gaps between them.
      if (pairs) await pictures.waitUntilIdle(BETWEEN_PICTURES_MS);
      return (pairs ?? pictures).runLowPriority(task, signal ? { signal } : {});
    },
    close() {
      pairs?.close();
      headers.close();
      pictures.close();
      maps.close();
    },
  };
}
