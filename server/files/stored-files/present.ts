import type { CompanyFile, DeletionConsequences, StoredFile } from '#domain/stored-files.ts';
import { recipientOf } from '#server/platform/auth/recipient.ts';
import type { Context } from '#server/platform/context.ts';
import type { Viewer } from '#server/platform/db/viewer.ts';
import { derivativesUrl, originalUrl } from '#server/platform/http/media-url.ts';
import type { CompanyFileRow, StoredFileRow } from './queries.ts';

type Needs = Pick<Context, 'signer' | 'config'>;

export const presentStoredFile = (
  { signer, config }: Needs,
  viewer: Viewer,
  row: StoredFileRow,
): StoredFile => ({
  id: row.id,
  fileName: row.fileName,
  fileType: row.fileType,
  fileSize: row.fileSize,
  kind: row.kind,
  state: row.state,
  storage: row.storageProvider === 'google_drive' ? 'Google Drive' : (config.s3?.bucket ?? 'Disk'),
  category: row.category,
  description: row.description,
  recordedDate: row.recordedOn,
  createdAt: row.createdAt.toISOString(),
  timeZone: row.timeZone,
  companyName: row.companyName,
  submission: homeOf(row),
  isForClients: row.isForClients,
  errorMessage: row.errorMessage,
  width: row.width,
  height: row.height,
  presets: row.presets,
  thumbhash: row.thumbhash,
  mediaUrl: derivativesUrl(signer, recipientOf(viewer), row.id, row.posterVersion),
  originalUrl: originalUrl(signer, recipientOf(viewer), row),
});

export function homeOf(row: StoredFileRow): DeletionConsequences['submission'] {
  const { submissionId: id, submissionTitle: title, submissionStatus: status, projectName } = row;
  if (id === null || title === null || status === null || projectName === null) return null;
  return { id, title, status, projectName };
}

export const presentCompanyFile = (
  { signer }: Needs,
  viewer: Viewer,
  row: CompanyFileRow,
): CompanyFile => ({
  ...row,
  createdAt: row.createdAt.toISOString(),
  originalUrl: originalUrl(signer, recipientOf(viewer), row),
});
