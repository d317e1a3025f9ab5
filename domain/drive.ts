import { z } from 'zod';
import type { ErrorCode } from './errors.ts';
import { Id, Instant, line } from './fields.ts';
import { isSidecar } from './rasters.ts';
import { isSystemFile } from './file-types.ts';

export const DRIVE_READ_SCOPE = 'https://www.googleapis.com/auth/drive.readonly';
export const DRIVE_FILE_SCOPE = 'https://www.googleapis.com/auth/drive.file';

export const DRIVE_FILES_MAX = 2000;

export const DRIVE_PAGE_SIZE = 100;
export const DRIVE_RECENT_COUNT = 20;

/** Some links contain a `ResourceKey`, which is required to open the file. */
export const DriveId = z.string().regex(/^[\w-]{10,100}$/, "This isn't a Google Drive ID.");
export const ResourceKey = z.string().regex(/^[\w-]{1,100}$/, "This isn't a resource key.");

/** Not validated here: reading the folder reports what is wrong with the link. */
export const PastedLink = z.string().max(4000);

export const DriveConnection = z.object({
  kind: z.enum(['account', 'service-account']),
  email: z.string(),
  name: z.string().nullable(),
  scopes: z.array(z.string()),
  canSave: z.boolean(),
  connectedAt: Instant.nullable(),
  connectedBy: z.string().nullable(),
  lastUsedAt: Instant.nullable(),
  expired: z.boolean(),
});
export type DriveConnection = z.infer<typeof DriveConnection>;

/** `missing`: names of missing settings; `redirectUrl`: the redirect URI to register with Google. */
export const DriveStatus = z.object({
  missing: z.array(z.string()),
  redirectUrl: z.string(),
  connection: DriveConnection.nullable(),
});
export type DriveStatus = z.infer<typeof DriveStatus>;

export const DRIVE_OUTCOMES = ['connected', 'denied', 'scope-missing', 'failed'] as const;
export type DriveOutcome = (typeof DRIVE_OUTCOMES)[number];

export const DriveFile = z.object({
  id: DriveId,
  name: z.string(),
  mimeType: z.string(),
  kind: z.enum(['photo', 'video', 'document']),
  sizeBytes: z.int().nullable(),
  createdAt: Instant,
  modifiedAt: Instant,
  thumbnailUrl: z.string().nullable(),
  folderName: z.string().nullable(),
  resourceKey: ResourceKey.nullable(),
  imported: z.boolean(),
  changed: z.boolean(),
  isPublic: z.boolean(),
  canDownload: z.boolean(),
});
export type DriveFile = z.infer<typeof DriveFile>;

export const canImport = ({ imported, changed, canDownload }: DriveFile): boolean =>
  canDownload && (!imported || changed);

export const DriveFolder = z.object({ id: DriveId, name: line(), url: line() });
export type DriveFolder = z.infer<typeof DriveFolder>;

/**
 * `skipped` counts files that can't be imported. `complete` is false if there are more files than one import can take.
 */
export const DriveListing = z.object({
  target: DriveFolder.extend({ kind: z.enum(['file', 'folder']) }),
  files: z.array(DriveFile),
  folders: z.array(DriveFolder),
  skipped: z.int(),
  complete: z.boolean(),
});
export type DriveListing = z.infer<typeof DriveListing>;

export const DrivePublicity = z.object({
  driveFileId: DriveId,
  isPublic: z.boolean(),
  canChange: z.boolean(),
  url: z.string(),
});
export type DrivePublicity = z.infer<typeof DrivePublicity>;

/** `stopped`: paused until `problem` is fixed and someone retries. */
const DriveTransferState = z.enum(['waiting', 'running', 'done', 'cancelled', 'stopped']);

export const CONNECTION_STOPS = [
  'DRIVE_NOT_CONFIGURED',
  'DRIVE_NOT_CONNECTED',
  'DRIVE_EXPIRED',
  'DRIVE_SCOPE_MISSING',
  'DRIVE_API_ACCESS',
  'DRIVE_QUOTA',
] as const;

export const DRIVE_STOP_REASONS = [
  ...CONNECTION_STOPS,
  'DRIVE_UNREACHABLE',
  'DRIVE_CLOCK',
  'DRIVE_FOLDER_NOT_FOUND',
  'DRIVE_ACCESS_DENIED',
  'DRIVE_STORAGE_FULL',
  'STORAGE_FULL',
  'QUOTA_REACHED',
  'INTERNAL',
] as const satisfies readonly ErrorCode[];
const DriveStop = z.enum(DRIVE_STOP_REASONS);

/** Sizes in bytes; `problem` is the message shown for a failed file. */
const TransferredFile = z.object({
  id: Id,
  name: z.string(),
  sizeBytes: z.int().nullable(),
  doneBytes: z.int(),
  problem: z.string().nullable(),
});

export const DriveImportFile = TransferredFile.extend({
  driveFileId: DriveId,
  state: z.enum(['waiting', 'running', 'imported', 'already-there', 'failed', 'cancelled']),
  fileId: Id.nullable(),
});
export type DriveImportFile = z.infer<typeof DriveImportFile>;

export const DriveImport = z.object({
  id: Id,
  submissionId: Id,
  source: DriveFolder.nullable(),
  state: DriveTransferState,
  problem: DriveStop.nullable(),
  createdAt: Instant,
  files: z.array(DriveImportFile),
});
export type DriveImport = z.infer<typeof DriveImport>;

const RequestedFile = z.object({
  driveFileId: DriveId,
  name: line().max(1000),
  resourceKey: ResourceKey.nullish(),
});

/**
 * `changed` lists files that changed in Drive after they were imported. They are never imported again automatically.
 */
export const DriveCheck = z.object({
  import: DriveImport.nullable(),
  changed: z.array(RequestedFile),
});
export type DriveCheck = z.infer<typeof DriveCheck>;

export const DriveImportInput = z.object({
  submissionId: Id,
  source: DriveFolder.nullable(),
  subfolders: z.boolean().default(false),
  files: z.array(RequestedFile).min(1).max(DRIVE_FILES_MAX),
});
export type DriveImportInput = z.output<typeof DriveImportInput>;

const DriveSaveFile = TransferredFile.extend({
  fileId: Id,
  state: z.enum(['waiting', 'running', 'saved', 'already-there', 'failed', 'cancelled']),
});

export const DriveSave = z.object({
  id: Id,
  submissionId: Id,
  folder: DriveFolder.nullable(),
  state: DriveTransferState,
  problem: DriveStop.nullable(),
  createdAt: Instant,
  files: z.array(DriveSaveFile),
});
export type DriveSave = z.infer<typeof DriveSave>;

type Bytes = { sha256: string | null; size: number | null };

export const isChangedSince = (now: Bytes, copies: readonly Bytes[]): boolean =>
  copies.length > 0 &&
  copies.every(({ sha256, size }) =>
    now.sha256 === null ? now.size !== size : now.sha256 !== sha256,
  );

const DRIVE_TITLES: Partial<Record<ErrorCode, string>> = {
  DRIVE_LINK_REQUIRED: 'Invalid Link',
  DRIVE_INVALID_LINK: 'Invalid Link',
  DRIVE_FILE_NOT_FOUND: 'File Not Found',
  DRIVE_FOLDER_NOT_FOUND: 'Folder Not Found',
  DRIVE_IN_TRASH: 'In the Trash',
  DRIVE_ACCESS_DENIED: 'Access Denied',
  DRIVE_SCOPE_MISSING: 'Access Denied',
  DRIVE_ACCESS_ERROR: 'Access Error',
  DRIVE_EMPTY_FOLDER: 'Empty Folder',
  DRIVE_NO_MEDIA: 'No Media Found',
  DRIVE_NO_MEDIA_FILES: 'No Media Files Found',
  DRIVE_NO_VIDEOS: 'No Videos Found',
  DRIVE_TYPE_NOT_SUPPORTED: 'File Type Not Supported',
  DRIVE_API_ACCESS: 'API Access Issue',
};

export const driveErrorTitle = (code: ErrorCode): string | null => DRIVE_TITLES[code] ?? null;

const PHOTO_EXTENSION = /\.(?:jpe?g|png|webp|avif|gif|heic|heif|tiff?|dng)$/i;
const VIDEO_EXTENSION = /\.(?:mp4|mov|m4v|avi|mkv|webm|mts|m2ts|3gp)$/i;

const DOCUMENT_EXTENSION = /\.(?:pdf|docx?|txt|csv|srt|kml)$/i;
const DOCUMENT_TYPES = new Set([
  'application/pdf',
  'application/msword',
  'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
]);

/** By MIME type, or by extension if the MIME type says nothing. Null for unsupported files and byproducts. */
export function driveFileKind(file: { name: string; mimeType: string }): DriveFile['kind'] | null {
  if (isSystemFile(file.name)) return null;
  // Google Docs formats have no bytes, even if the name has an extension.
  if (file.mimeType.startsWith('application/vnd.google-apps.')) return null;
  if (file.mimeType.startsWith('image/')) return 'photo';
  if (file.mimeType.startsWith('video/') || VIDEO_EXTENSION.test(file.name)) return 'video';
  if (PHOTO_EXTENSION.test(file.name)) return 'photo';
  const isDocument = DOCUMENT_EXTENSION.test(file.name) || DOCUMENT_TYPES.has(file.mimeType);
  return isDocument || isSidecar(file.name) ? 'document' : null;
}
