import type { CoverPicture } from '#domain/files.ts';
import type { ProjectViewpoint, ViewpointPhoto } from '#domain/viewpoint-history.ts';
import { alignmentOf } from '#server/files/service.ts';
import { recipientOf } from '#server/platform/auth/recipient.ts';
import type { Viewer } from '#server/platform/db/viewer.ts';
import { derivativesUrl } from '#server/platform/http/media-url.ts';
import type { Signer } from '#server/platform/signed-url.ts';
import type { PhotoRow, SummaryRow, ViewpointRow } from './queries.ts';

type PictureRow = Pick<
  PhotoRow,
  'id' | 'presets' | 'width' | 'height' | 'thumbhash' | 'posterVersion'
>;

export const presentPicture = (signer: Signer, viewer: Viewer, row: PictureRow): CoverPicture => ({
  mediaUrl: derivativesUrl(signer, recipientOf(viewer), row.id, row.posterVersion),
  presets: row.presets,
  width: row.width,
  height: row.height,
  thumbhash: row.thumbhash,
});

type Found = { row: ViewpointRow; summary: SummaryRow | undefined; cover: PictureRow | undefined };

export const presentViewpoint = (
  signer: Signer,
  viewer: Viewer,
  { row, summary, cover }: Found,
): ProjectViewpoint => ({
  id: row.id,
  projectId: row.projectId,
  name: row.name,
  isHidden: row.isHidden,
  photoCount: summary?.photoCount ?? 0,
  weekCount: summary?.weekCount ?? 0,
  firstDay: summary?.firstDay ?? null,
  lastDay: summary?.lastDay ?? null,
  cover: cover ? presentPicture(signer, viewer, cover) : null,
});

export const presentPhoto = (
  signer: Signer,
  viewer: Viewer,
  row: PhotoRow & { submissionId: string },
): ViewpointPhoto => ({
  ...presentPicture(signer, viewer, row),
  id: row.id,
  fileName: row.fileName,
  submissionId: row.submissionId,
  submissionTitle: row.title,
  day: row.day,
  capturedAt: row.capturedAt?.toISOString() ?? null,
  isPublished: row.status === 'published',
  alignment: alignmentOf(row),
});
