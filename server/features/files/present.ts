import { SharedFile, type StaffFile, type SubmissionFile } from '#domain/files.ts';
import type { Viewer } from '#server/platform/db/viewer.ts';
import { derivativesUrl, originalUrl } from '#server/platform/http/media-url.ts';
import { recipientOf } from '#server/platform/auth/person.ts';
import type { Signer } from '#server/platform/signed-url.ts';
import type { FileRow } from './queries.ts';

/** A file for a viewer; its addresses are theirs alone. */
export function presentFile(signer: Signer, viewer: Viewer, row: FileRow): SubmissionFile {
  const recipient = recipientOf(viewer);
  return {
    ...presentFacts(row),
    mediaUrl: derivativesUrl(signer, recipient, row.id),
    originalUrl: originalUrl(signer, recipient, row),
  };
}

const presentFacts = (row: FileRow) => ({
  id: row.id,
  submissionId: row.submissionId,
  fileName: row.fileName,
  fileType: row.fileType,
  fileSize: row.fileSize,
  kind: row.kind,
  sortOrder: row.sortOrder,
  viewpointId: row.viewpointId,
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
  flightYaw: row.flightYaw,
  cameraModel: row.cameraModel,
  sha256: row.sha256,
  errorMessage: row.errorMessage,
});

export const presentStaffFile = (signer: Signer, viewer: Viewer, row: FileRow): StaffFile => ({
  ...presentFile(signer, viewer, row),
  state: row.state,
  timeZoneSource: row.timeZoneSource,
  altitude: row.altitude,
  cameraMake: row.cameraMake,
});

/** What a share visitor gets of a file; without downloads the original has no address. */
export const presentSharedFile = (
  signer: Signer,
  link: { id: string; allowDownload: boolean },
  row: FileRow,
): SharedFile =>
  SharedFile.parse({
    ...presentFile(signer, { kind: 'share', shareLinkId: link.id }, row),
    ...(link.allowDownload ? {} : { originalUrl: null }),
  });
