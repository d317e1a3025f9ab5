import { z } from 'zod';
import { Chapter } from './chapters.ts';
import { Id, Instant } from './fields.ts';
import { LENSES } from './lens.ts';
import { Alignment } from './registrations.ts';

export { PRESETS, pictureUrl } from './pictures.ts';

export const FileKind = z.enum(['photo', 'video', 'raster', 'document', 'other']);
export type FileKind = z.infer<typeof FileKind>;
/** What a photo is besides a picture: with temperatures in it, or the whole sphere around a place. */
export const PhotoType = z.enum(['thermal', 'panorama']);
export type PhotoType = z.infer<typeof PhotoType>;
/**
 * What a picture file is instead of a photo of its own: the RAW file of a photo, a band of a multispectral camera, or
 * a tile of a panorama that isn't stitched yet. Its kind is `other`.
 */
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

/** The RAW file of a photo, in bytes. */
const RawFile = z.object({
  id: Id,
  fileName: z.string(),
  fileSize: z.int(),
  originalUrl: z.string().nullable(),
});

/** A file as a client gets it. Sizes in bytes, angles in degrees, altitudes in metres. */
export const SubmissionFile = CoverPicture.extend({
  id: Id,
  submissionId: Id.nullable(),
  fileName: z.string(),
  fileType: z.string(),
  fileSize: z.int(),
  kind: FileKind,
  photoType: PhotoType.nullable(),
  /** RAW files are listed with their photo, in `raw`. */
  part: PhotoPart.nullable(),
  raw: RawFile.nullable(),
  sortOrder: z.int(),
  /** The place in the air and the look that it was taken from; null without a known pose. */
  viewpointId: Id.nullable(),
  /** What that is called, and its place in the order of the viewpoints. */
  viewpointName: z.string().nullable(),
  viewpointOrder: z.int().nullable(),
  /** How it lies on the reference of its viewpoint; null for what has none, and while nobody has looked. */
  alignment: Alignment.nullable(),
  durationSeconds: z.number().nullable(),
  /** In the order of their moments; of films alone. */
  chapters: z.array(Chapter),
  capturedAt: Instant.nullable(),
  latitude: z.number().nullable(),
  longitude: z.number().nullable(),
  relativeAltitude: z.number().nullable(),
  gimbalYaw: z.number().nullable(),
  gimbalPitch: z.number().nullable(),
  flightYaw: z.number().nullable(),
  /** What the photo was taken with, and the focal lengths, millimeters: of the lens, and as on 35 mm film. */
  lens: z.enum(LENSES).nullable(),
  focalLength: z.number().nullable(),
  equivalentFocalLength: z.number().nullable(),
  cameraModel: z.string().nullable(),
  sha256: z.string(),
  originalUrl: z.string().nullable(),
  /** Why it failed or, of a file that is ready, why there is no preview or no version for browsers. */
  errorMessage: z.string().nullable(),
});
export type SubmissionFile = z.infer<typeof SubmissionFile>;

/** A file as staff get it, also while it is processed or when it failed. */
export const StaffFile = SubmissionFile.extend({
  state: FileState,
  /** Not: staff alone see it. */
  isForClients: z.boolean(),
  /** Staff chose it as the cover of its submission. */
  isCover: z.boolean(),
  /** Whether this is a RAW file, band, or tile that staff show as a photo. */
  isShownAsPhoto: z.boolean(),
  /** How far the conversion of a film is, whole percent; null while nothing is converted. */
  progress: z.int().nullable(),
  /** The moment of a film that its pictures show; null when the product chose it. */
  posterSeconds: z.number().nullable(),
  /** The pictures of the moment that was chosen are still to be made. */
  isPosterPending: z.boolean(),
  /** Whether processing it again may help. */
  canRetry: z.boolean(),
  timeZoneSource: z.enum(['exif', 'gps', 'site']).nullable(),
  altitude: z.number().nullable(),
  cameraMake: z.string().nullable(),
});
export type StaffFile = z.infer<typeof StaffFile>;

/** A file as every share visitor gets it: no hash and no position; the original only where downloads are allowed. */
export const PlacelessFile = SubmissionFile.omit({
  latitude: true,
  longitude: true,
  relativeAltitude: true,
  sha256: true,
});

const { latitude, longitude } = SubmissionFile.shape;

/** The same, with the position where the link shows positions. */
export const SharedFile = PlacelessFile.extend({ latitude, longitude }).partial({
  latitude: true,
  longitude: true,
});
export type SharedFile = z.infer<typeof SharedFile>;
