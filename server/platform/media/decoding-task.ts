import { join } from 'node:path';
import { AppError, type ErrorCode } from '#domain/errors.ts';
import type { AlignablePhoto, MeasuredAlignment } from '../alignment/align.ts';
import type { FrameRequest } from './timelapse-frame.ts';
import type { MadeMap, MapRequest } from './make-map.ts';
import type { PhotoMetadata } from './photo-metadata.ts';
import type { ImageHeader } from './image-header.ts';
import type { DerivedPhoto } from './image.ts';
import type { SiteIconRequest, SitePicture, SitePictureRequest } from './site-picture.ts';
import type { SniffedFile } from './sniff.ts';
import type { VideoFacts } from './video.ts';

/** `isTurned`: both look straight down and may be rotated against each other by any angle. */
export type PairRequest = { fixed: AlignablePhoto; moving: AlignablePhoto; isTurned: boolean };

export type TaskInputs = {
  type: { path: string };
  header: { path: string };
  video: { path: string };
  metadata: { path: string; timeZone: string };
  jpeg: { path: string; made: string };
  frame: { folder: string } & FrameRequest;
  map: MapRequest;
  pair: { isLast: boolean } & PairRequest;
  photo: { path: string; folder: string };
  icon: SiteIconRequest;
  site: SitePictureRequest;
};

export type Results = {
  type: SniffedFile;
  header: ImageHeader;
  video: VideoFacts;
  metadata: PhotoMetadata;
  jpeg: void;
  frame: void;
  map: MadeMap & { sizes: DerivedPhoto };
  pair: MeasuredAlignment;
  photo: DerivedPhoto;
  icon: Uint8Array;
  site: SitePicture;
};

export type TaskKind = keyof TaskInputs;
export type DecodingTask<Kind extends TaskKind = TaskKind> = {
  [K in Kind]: { kind: K } & TaskInputs[K];
}[Kind];

export type DecodingAnswer = { result: Results[TaskKind] } | { error: SerializedError };

export type DecodingResponse = { answer: DecodingAnswer; cpuSeconds: number };
export type DecodingProgress = { percent: number };

type SerializedError = { code?: ErrorCode; message: string; cause?: string };

export const sizePath = (folder: string, preset: number) => join(folder, `w${preset}.webp`);

const messageOf = (error: unknown) => (error instanceof Error ? error.message : String(error));

export function serializeError(error: unknown): SerializedError {
  if (!(error instanceof AppError)) return { message: messageOf(error) };
  const { code, message, cause } = error;
  return { code, message, ...(cause === undefined ? {} : { cause: messageOf(cause) }) };
}

export function deserializeError({ code, message, cause }: SerializedError): Error {
  if (!code) return new Error(message);
  return new AppError(code, message, cause === undefined ? {} : { cause: new Error(cause) });
}
