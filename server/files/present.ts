import { canRetry } from '#domain/errors.ts';
import {
  FileWithoutPosition,
  SharedFile,
  type StaffFile,
  type SubmissionFile,
} from '#domain/files.ts';
import { homographyOf, IDENTITY } from '#domain/homography.ts';
import type { Alignment } from '#domain/alignment.ts';
import type { Viewer } from '#server/platform/db/viewer.ts';
import { derivativesUrl, originalUrl } from '#server/platform/http/media-url.ts';
import { recipientOf } from '#server/platform/auth/recipient.ts';
import type { Signer } from '#server/platform/signed-url.ts';
import type { FileRow } from './queries.ts';

/** URLs work only for this viewer. The second line of an error message is advice for staff. */
export function presentFile(signer: Signer, viewer: Viewer, row: FileRow): SubmissionFile {
  const recipient = recipientOf(viewer);
  return {
    ...presentFacts(row),
    errorMessage: row.errorMessage?.split('\n')[0] ?? null,
    mediaUrl: derivativesUrl(signer, recipient, row.id, row.posterVersion),
    originalUrl: originalUrl(signer, recipient, row),
    raw: row.raw && { ...row.raw, originalUrl: originalUrl(signer, recipient, row.raw) },
  };
}

export function alignmentOf({ laid }: Pick<FileRow, 'laid'>): Alignment | null {
  if (!laid) return null;
  const { referenceId: reference, isReference, reason, parallax } = laid;
  if (isReference) return { state: 'aligned', matrix: [...IDENTITY], reference, parallax: 0 };
  if (reason) return { state: 'not-aligned', reason };
  const matrix = laid.matrix && homographyOf(laid.matrix);
  return matrix && { state: 'aligned', matrix: [...matrix], reference, parallax: parallax ?? 0 };
}

const presentFacts = (row: FileRow) => ({
  id: row.id,
  submissionId: row.submissionId,
  fileName: row.fileName,
  fileType: row.fileType,
  fileSize: row.fileSize,
  kind: row.kind,
  photoType: row.photoType,
  part: row.part === 'single' ? null : row.part,
  sortOrder: row.sortOrder,
  viewpointId: row.laid?.viewpointId ?? null,
  viewpointName: row.laid?.viewpointName ?? null,
  viewpointOrder: row.laid?.viewpointOrder ?? null,
  alignment: alignmentOf(row),
  width: row.width,
  height: row.height,
  presets: row.presets,
  thumbhash: row.thumbhash,
  durationSeconds: row.durationSeconds,
  chapters: row.chapters,
  capturedAt: row.capturedAt?.toISOString() ?? null,
  latitude: row.latitude,
  longitude: row.longitude,
  relativeAltitude: row.relativeAltitude,
  gimbalYaw: row.gimbalYaw,
  gimbalPitch: row.gimbalPitch,
  flightYaw: row.flightYaw,
  lens: row.lens,
  focalLength: row.focalLength,
  equivalentFocalLength: row.equivalentFocalLength,
  cameraModel: row.cameraModel,
  sha256: row.sha256,
});

export const presentStaffFile = (signer: Signer, viewer: Viewer, row: FileRow): StaffFile => ({
  ...presentFile(signer, viewer, row),
  errorMessage: row.errorMessage,
  state: row.state,
  isForClients: row.isForClients,
  isCover: row.coverChosenAt !== null,
  isShownAsPhoto: row.part === 'single',
  progress: row.progress,
  posterSeconds: row.posterSeconds,
  isPosterPending: row.posterVersion < row.posterChoice && row.errorCode !== 'POSTER_FAILED',
  canRetry: row.errorMessage !== null && canRetry(row.errorCode),
  timeZoneSource: row.timeZoneSource,
  altitude: row.altitude,
  cameraMake: row.cameraMake,
});

export const presentSharedFile = (
  signer: Signer,
  link: { id: string; allowDownload: boolean; showPositions: boolean },
  row: FileRow,
): SharedFile =>
  (link.showPositions ? SharedFile : FileWithoutPosition).parse({
    ...presentFile(signer, { kind: 'share', shareLinkId: link.id }, row),
    ...(link.allowDownload ? {} : { originalUrl: null, raw: null }),
  });
