import type { LensFacts } from '#domain/lens.ts';
import type { RasterPosition } from '#domain/raster-place.ts';
import type { ImageStats } from '#domain/card-sifting.ts';
import type { CardFile } from '#domain/card-visits.ts';

/** Data read from a file on the card, in meters, degrees and milliseconds. */
export type CardPhoto = CardFile &
  LensFacts & {
    /** Path on the card, which identifies the file. */
    path: string;
    name: string;
    size: number;
    kind: 'photo' | 'video' | 'other';
    /** The day on the camera's clock, YYYY-MM-DD, if the clock's time zone is unknown. */
    clockDay: string | null;
    /** IANA name of the time zone at the place. */
    timeZone: string | null;
    relativeAltitude: number | null;
    gimbalYaw: number | null;
    gimbalPitch: number | null;
    flightYaw: number | null;
    cameraModel: string | null;
    /** Input of `isBand` in photo-sets.ts. */
    bandName: string | null;
    samples: number | null;
    isStitched: boolean;
    /** The raster's location tags; the server knows the coordinate systems. */
    raster: RasterPosition | null;
    /** Text of a sidecar file that locates a picture. */
    sidecar: string | null;
    /** Modification time, set by the camera or when the file was copied. */
    modifiedAt: number;
    thumbnail: Blob | null;
    look: ImageStats | null;
    /** Whether the end of the JPEG is missing. Known after the second pass. */
    isCutOff: boolean;
    isUnreadable: boolean;
  };

/** Messages from the page to the worker. Answers have the same `id`. */
export type CardRequest =
  | { kind: 'read'; id: number; files: readonly { file: File; path: string }[]; timeZone: string }
  | { kind: 'hash'; id: number; file: File };

export type CardAnswer =
  /** Sent with the headers of all files first, then again for files whose pictures have been checked. */
  | {
      kind: 'read';
      id: number;
      stage: 'headers' | 'looks';
      photos: CardPhoto[];
      isLast: boolean;
    }
  | { kind: 'hash'; id: number; sha256: string | null };

export const folderOf = (path: string): string => path.split('/').slice(0, -1).join('/');

/** The lowercase path without its extension, which is the same for a video and its flight log. */
export const stemOf = (path: string): string => path.replace(/\.[^./]+$/, '').toLowerCase();
