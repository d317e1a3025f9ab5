import type { LensFacts } from '#domain/lens.ts';
import type { RasterPosition } from '#domain/raster-place.ts';
import type { Look } from '#domain/visit-sifting.ts';
import type { CardFile } from '#domain/visit.ts';

/** What was read of a file of a card, before anything of it travels. Metres, degrees, milliseconds. */
export type CardPhoto = CardFile &
  LensFacts & {
    /** Where it lay, with its name: it tells the files of a card apart. */
    path: string;
    name: string;
    size: number;
    kind: 'photo' | 'video' | 'other';
    /** The day that the camera's clock showed, YYYY-MM-DD, where nothing tells the zone it was set to. */
    clockDay: string | null;
    /** IANA name, by the place. */
    timeZone: string | null;
    relativeAltitude: number | null;
    gimbalYaw: number | null;
    gimbalPitch: number | null;
    flightYaw: number | null;
    cameraModel: string | null;
    /** As `isBand` of photo-sets.ts asks. */
    bandName: string | null;
    samples: number | null;
    /** Whether it is a finished panorama. */
    isStitched: boolean;
    /** What a raster says of where it is; the server knows the coordinate systems. */
    raster: RasterPosition | null;
    /** The text of a file that says where the picture next to it is. */
    sidecar: string | null;
    /** When the file was written last, by the card or by whoever copied it. */
    modifiedAt: number;
    /** A small picture that the camera put into the file, or one that was made of it. */
    thumbnail: Blob | null;
    look: Look | null;
    /** The end of a JPEG is missing. Known once its picture was looked at. */
    isCutOff: boolean;
    /** The card was gone, or is damaged. */
    isUnreadable: boolean;
  };

/** What the page asks of the worker, which answers under the same `id`. */
export type CardRequest =
  | { kind: 'read'; id: number; files: readonly { file: File; path: string }[]; timeZone: string }
  | { kind: 'hash'; id: number; file: File };

export type CardAnswer =
  /** First the headers of all files, then once more those whose pictures were looked at. */
  | {
      kind: 'read';
      id: number;
      stage: 'headers' | 'looks';
      photos: CardPhoto[];
      isLast: boolean;
    }
  | { kind: 'hash'; id: number; sha256: string | null };

export const folderOf = (path: string): string => path.split('/').slice(0, -1).join('/');

/** A name without its ending, with its folder: what a video and its flight log share. */
export const stemOf = (path: string): string => path.replace(/\.[^./]+$/, '').toLowerCase();
