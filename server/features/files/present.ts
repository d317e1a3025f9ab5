import { SharedFile, type StaffFile, type SubmissionFile } from '#domain/files.ts';
import { derivativesUrl, originalUrl, type MediaScope } from '#server/platform/http/media-url.ts';
import type { Signer } from '#server/platform/http/signed-url.ts';
import type { FileRow } from './queries.ts';

export const presentFile = (signer: Signer, scope: MediaScope, row: FileRow): SubmissionFile => ({
  id: row.id,
  submissionId: row.submissionId,
  fileName: row.fileName,
  fileType: row.fileType,
  fileSize: row.fileSize,
  kind: row.kind,
  sortOrder: row.sortOrder,
  width: row.width,
  height: row.height,
  presets: row.presets,
  thumbhash: row.thumbhash,
  durationSeconds: row.durationSeconds,
  capturedAt: row.capturedAt?.toISOString() ?? null,
  latitude: row.latitude,
  longitude: row.longitude,
  relativeAltitude: row.relativeAltitude,
  gimbalYaw: row.gimbalYaw,
  gimbalPitch: row.gimbalPitch,
  cameraModel: row.cameraModel,
  sha256: row.sha256,
  mediaUrl: derivativesUrl(signer, scope, row.id),
  originalUrl: originalUrl(signer, scope, row),
});

export const presentStaffFile = (signer: Signer, row: FileRow): StaffFile => ({
  ...presentFile(signer, { kind: 'session' }, row),
  state: row.state,
  errorMessage: row.errorMessage,
  timeZoneSource: row.timeZoneSource,
  altitude: row.altitude,
  flightYaw: row.flightYaw,
  cameraMake: row.cameraMake,
});

/** What a share visitor gets of a file; without downloads the original has no address. */
export const presentSharedFile = (
  signer: Signer,
  share: { id: string; allowDownload: boolean },
  row: FileRow,
): SharedFile =>
  SharedFile.parse({
    ...presentFile(signer, { kind: 'share', shareLinkId: share.id }, row),
    ...(share.allowDownload ? {} : { originalUrl: null }),
  });
