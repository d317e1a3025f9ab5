import { folderLinkIn } from '#domain/drive-links.ts';
import type { CoverPicture } from '#domain/files.ts';
import { EmbeddedMap } from '#domain/embedded-maps.ts';
import {
  hasMapSection,
  SharedSubmission,
  type StaffSubmission,
  type Submission,
} from '#domain/submissions.ts';
import { presentClock } from '#server/submissions/clocks/service.ts';
import { recipientOf } from '#server/platform/auth/recipient.ts';
import type { Viewer } from '#server/platform/db/viewer.ts';
import { derivativesUrl } from '#server/platform/http/media-url.ts';
import type { Signer } from '#server/platform/signed-url.ts';
import type { SubmissionRow } from './queries.ts';

type CoverRow = NonNullable<SubmissionRow['cover']>;

export const presentCover = (signer: Signer, viewer: Viewer, row: CoverRow): CoverPicture => ({
  mediaUrl: derivativesUrl(signer, recipientOf(viewer), row.id, row.posterVersion),
  presets: row.presets,
  width: row.width,
  height: row.height,
  thumbhash: row.thumbhash,
});

/** The map is hidden, but stays stored, if the submission's type doesn't show one. */
const presentMap = (row: SubmissionRow, isShown: boolean): EmbeddedMap =>
  EmbeddedMap.parse({
    mapEmbedUrl: isShown ? row.mapEmbedUrl : null,
    mapProvider: row.mapProvider ?? 'custom',
    mapCoordinates: isShown ? row.mapCoordinates : null,
  });

export const presentSubmission = (
  signer: Signer,
  viewer: Viewer,
  row: SubmissionRow,
): Submission => ({
  id: row.id,
  projectId: row.projectId,
  title: row.title,
  contentType: row.contentType,
  summary: row.summary,
  contentText: row.contentText,
  recordedDate: row.recordedDate,
  publishedAt: row.publishedAt?.toISOString() ?? null,
  googleDriveFolderUrl: row.googleDriveFolderUrl ?? folderLinkIn(row.contentText ?? ''),
  driveCopies: row.driveCopies,
  ...presentMap(row, hasMapSection(row.contentType)),
  photoCount: row.photoCount,
  videoCount: row.videoCount,
  mapCount: row.mapCount,
  documentCount: row.documentCount,
  fileCount: row.shownCount,
  cover: row.cover && presentCover(signer, viewer, row.cover),
  createdAt: row.createdAt.toISOString(),
  clock: presentClock(row),
});

export const presentStaffSubmission = (
  signer: Signer,
  viewer: Viewer,
  row: SubmissionRow,
): StaffSubmission => ({
  ...presentSubmission(signer, viewer, row),
  ...presentMap(row, true),
  // Staff edit this field, so they get the stored value.
  googleDriveFolderUrl: row.googleDriveFolderUrl,
  fileCount: row.fileCount,
  status: row.status,
  publishAt: row.publishAt?.toISOString() ?? null,
  scheduleError: row.scheduleError,
  clock: presentClock(row),
  projectName: row.projectName,
  timeZone: row.timeZone,
  companyName: row.companyName ?? '',
  hiddenCount: row.hiddenCount,
  processingCount: row.processingCount,
  failedCount: row.failedCount,
  updatedAt: row.updatedAt.toISOString(),
  updatedBy:
    row.updatedBy !== null && row.updatedByName !== null
      ? { id: row.updatedBy, name: row.updatedByName }
      : null,
});

export const presentSharedSubmission = (signer: Signer, shareLinkId: string, row: SubmissionRow) =>
  SharedSubmission.parse(presentSubmission(signer, { kind: 'share', shareLinkId }, row));
