import { z } from 'zod';
import { Chapter } from './chapters.ts';
import { Id, Instant } from './fields.ts';
import { LENSES } from './lens.ts';
import { Alignment } from './alignment.ts';

export { PRESETS, pictureUrl } from './pictures.ts';

export const FileKind = z.enum(['photo', 'video', 'raster', 'document', 'other']);
export type FileKind = z.infer<typeof FileKind>;
export const PhotoType = z.enum(['thermal', 'panorama']);
export type PhotoType = z.infer<typeof PhotoType>;
/** An image that isn't a separate photo: a RAW file, a multispectral band, or a panorama tile. Its kind is `other`. */
export const PhotoPart = z.enum(['raw', 'band', 'tile']);
export type PhotoPart = z.infer<typeof PhotoPart>;
export const FileState = z.enum(['processing', 'ready', 'failed']);
export type FileState = z.infer<typeof FileState>;

export const CoverPicture = z.object({
  mediaUrl: z.string(),
  presets: z.array(z.int()),
  width: z.int().nullable(),
  height: z.int().nullable(),
  thumbhash: z.string().nullable(),
});
export type CoverPicture = z.infer<typeof CoverPicture>;

const RawFile = z.object({
  id: Id,
  fileName: z.string(),
  fileSize: z.int(),
  originalUrl: z.string().nullable(),
});

/** A file as clients see it. Sizes in bytes, angles in degrees, altitudes in meters. */
export const SubmissionFile = CoverPicture.extend({
  id: Id,
  submissionId: Id.nullable(),
  fileName: z.string(),
  fileType: z.string(),
  fileSize: z.int(),
  kind: FileKind,
  photoType: PhotoType.nullable(),
  part: PhotoPart.nullable(),
  raw: RawFile.nullable(),
  sortOrder: z.int(),
  viewpointId: Id.nullable(),
  viewpointName: z.string().nullable(),
  viewpointOrder: z.int().nullable(),
  alignment: Alignment.nullable(),
  durationSeconds: z.number().nullable(),
  chapters: z.array(Chapter),
  capturedAt: Instant.nullable(),
  latitude: z.number().nullable(),
  longitude: z.number().nullable(),
  relativeAltitude: z.number().nullable(),
  gimbalYaw: z.number().nullable(),
  gimbalPitch: z.number().nullable(),
  flightYaw: z.number().nullable(),
  /** Focal lengths in millimeters: actual and 35 mm equivalent. */
  lens: z.enum(LENSES).nullable(),
  focalLength: z.number().nullable(),
  equivalentFocalLength: z.number().nullable(),
  cameraModel: z.string().nullable(),
  sha256: z.string(),
  originalUrl: z.string().nullable(),
  errorMessage: z.string().nullable(),
});
export type SubmissionFile = z.infer<typeof SubmissionFile>;

export const StaffFile = SubmissionFile.extend({
  state: FileState,
  isForClients: z.boolean(),
  isCover: z.boolean(),
  isShownAsPhoto: z.boolean(),
  progress: z.int().nullable(),
  posterSeconds: z.number().nullable(),
  isPosterPending: z.boolean(),
  canRetry: z.boolean(),
  timeZoneSource: z.enum(['exif', 'gps', 'site']).nullable(),
  altitude: z.number().nullable(),
  cameraMake: z.string().nullable(),
});
export type StaffFile = z.infer<typeof StaffFile>;

/** A file as every share visitor sees it: no hash or position; the original only if downloads are allowed. */
export const FileWithoutPosition = SubmissionFile.omit({
  latitude: true,
  longitude: true,
  relativeAltitude: true,
  sha256: true,
});

const { latitude, longitude } = SubmissionFile.shape;

export const SharedFile = FileWithoutPosition.extend({ latitude, longitude }).partial({
  latitude: true,
  longitude: true,
});
export type SharedFile = z.infer<typeof SharedFile>;
