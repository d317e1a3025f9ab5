import { join } from 'node:path';
import { AppError, type ErrorCode } from '#domain/errors.ts';
import type { Registrable, Registration } from '../alignment/register.ts';
import type { FrameOrder } from './film-frame.ts';
import type { MadeMap, MapOrder } from './make-map.ts';
import type { PhotoMetadata } from './photo-metadata.ts';
import type { ImageHeader } from './image-header.ts';
import type { DerivedPhoto } from './image.ts';
import type { SniffedFile } from './sniff.ts';
import type { ReadVideo } from './video.ts';

/** `isTurned`: both look straight down and may be rotated against each other by any angle. */
export type PairOrder = { fixed: Registrable; moving: Registrable; isTurned: boolean };

export type Orders = {
  type: { path: string };
  header: { path: string };
  video: { path: string };
  metadata: { path: string; timeZone: string };
  jpeg: { path: string; made: string };
  frame: { folder: string } & FrameOrder;
  map: MapOrder;
  pair: { isLast: boolean } & PairOrder;
  photo: { path: string; folder: string };
};

export type Results = {
  type: SniffedFile;
  header: ImageHeader;
  video: ReadVideo;
  metadata: PhotoMetadata;
  jpeg: void;
  frame: void;
  map: MadeMap & { sizes: DerivedPhoto };
  pair: Registration;
  photo: DerivedPhoto;
};

export type TaskKind = keyof Orders;
export type DecodingTask<Kind extends TaskKind = TaskKind> = {
  [K in Kind]: { kind: K } & Orders[K];
}[Kind];

export type DecodingAnswer = { result: Results[TaskKind] } | { error: ToldError };

export type FromDecoding = { answer: DecodingAnswer; cpuSeconds: number };
export type DecodingProgress = { percent: number };

type ToldError = { code?: ErrorCode; message: string; cause?: string };

export const sizeFile = (folder: string, preset: number) => join(folder, `w${preset}.webp`);

const wordsOf = (error: unknown) => (error instanceof Error ? error.message : String(error));

export function toldError(error: unknown): ToldError {
  if (!(error instanceof AppError)) return { message: wordsOf(error) };
  const { code, message, cause } = error;
  return { code, message, ...(cause === undefined ? {} : { cause: wordsOf(cause) }) };
}

export function errorTold({ code, message, cause }: ToldError): Error {
  if (!code) return new Error(message);
  return new AppError(code, message, cause === undefined ? {} : { cause: new Error(cause) });
}
