import { z } from 'zod';
import type { ErrorCode } from './errors.ts';
import { Id, Instant, line } from './fields.ts';
import { isSidecar } from './rasters.ts';
import { isSystemFile } from './file-types.ts';

/** What Overfly asks Google for: to read what the account can see, and to write what Overfly made itself. */
export const DRIVE_READ_SCOPE = 'https://www.googleapis.com/auth/drive.readonly';
export const DRIVE_FILE_SCOPE = 'https://www.googleapis.com/auth/drive.file';

/** Files that one import may bring in, and one look may show. */
export const DRIVE_FILES_MAX = 2000;
/** Entries of one page of a folder, and of the files changed last. */
export const DRIVE_PAGE_SIZE = 100;
export const DRIVE_RECENT_COUNT = 20;

/** Identifier of a file or folder in Google Drive, and the key that some links carry beside it. */
export const DriveId = z.string().regex(/^[\w-]{10,100}$/, 'This is not a Google Drive id.');
export const ResourceKey = z.string().regex(/^[\w-]{1,100}$/, 'This is not a resource key.');

/** As somebody pasted it; what is wrong with it is said by the look itself. */
export const PastedLink = z.string().max(4000);

/** The Google account, or the service account, that Overfly reads Drive as. */
export const DriveConnection = z.object({
  kind: z.enum(['account', 'service-account']),
  email: z.string(),
  name: z.string().nullable(),
  scopes: z.array(z.string()),
  /** Whether weeks can be sent to it. */
  canSave: z.boolean(),
  /** Null of a service account, which is a setting. */
  connectedAt: Instant.nullable(),
  connectedBy: z.string().nullable(),
  lastUsedAt: Instant.nullable(),
  /** Google takes the grant no more: somebody has to connect again. */
  expired: z.boolean(),
});
export type DriveConnection = z.infer<typeof DriveConnection>;

/** `missing` are the settings that were not given; `redirectUrl` is what Google must be told to return to. */
export const DriveStatus = z.object({
  missing: z.array(z.string()),
  redirectUrl: z.string(),
  connection: DriveConnection.nullable(),
});
export type DriveStatus = z.infer<typeof DriveStatus>;

/** How coming back from Google ended, behind `?drive=` of the page that one returns to. */
export const DRIVE_OUTCOMES = ['connected', 'denied', 'scope-missing', 'failed'] as const;
export type DriveOutcome = (typeof DRIVE_OUTCOMES)[number];

/** A photo, film or document in Drive that can be imported. Size in bytes; null of what Drive does not tell. */
export const DriveFile = z.object({
  id: DriveId,
  name: z.string(),
  mimeType: z.string(),
  kind: z.enum(['photo', 'video', 'document']),
  sizeBytes: z.int().nullable(),
  createdAt: Instant,
  modifiedAt: Instant,
  /** Of this site; null when Drive has no small picture of the file. */
  thumbnailUrl: z.string().nullable(),
  folderName: z.string().nullable(),
  resourceKey: ResourceKey.nullable(),
  /** The submission that was asked for has it already. */
  imported: z.boolean(),
  /** It has others of its bytes: the file was changed in Drive since. */
  changed: z.boolean(),
  /** Everybody with the link may open it in Drive. */
  isPublic: z.boolean(),
  /** Not where its owner keeps everybody from downloading it. */
  canDownload: z.boolean(),
});
export type DriveFile = z.infer<typeof DriveFile>;

/** Whether there are bytes to import: some that are not here yet, and that Drive hands out. */
export const canImport = ({ imported, changed, canDownload }: DriveFile): boolean =>
  canDownload && (!imported || changed);

export const DriveFolder = z.object({ id: DriveId, name: line(), url: line() });
export type DriveFolder = z.infer<typeof DriveFolder>;

/** `skipped` counts what cannot be imported. Not `complete`: there is more than one import takes. */
export const DriveLook = z.object({
  target: DriveFolder.extend({ kind: z.enum(['file', 'folder']) }),
  files: z.array(DriveFile),
  folders: z.array(DriveFolder),
  skipped: z.int(),
  complete: z.boolean(),
});
export type DriveLook = z.infer<typeof DriveLook>;

/** Whether everybody with the link may open a file in Drive. `canChange`: the connection may change that. */
export const DrivePublicity = z.object({
  driveFileId: DriveId,
  isPublic: z.boolean(),
  canChange: z.boolean(),
  url: z.string(),
});
export type DrivePublicity = z.infer<typeof DrivePublicity>;

/** `stopped`: nothing more can be done until what `problem` names is better; it goes on with a retry. */
const DriveTransferState = z.enum(['waiting', 'running', 'done', 'cancelled', 'stopped']);

/** What stops every transfer, whichever way it goes. */
export const CONNECTION_STOPS = [
  'DRIVE_NOT_CONFIGURED',
  'DRIVE_NOT_CONNECTED',
  'DRIVE_EXPIRED',
  'DRIVE_SCOPE_MISSING',
  'DRIVE_API_ACCESS',
  'DRIVE_QUOTA',
] as const;

/** What stops a transfer as a whole. */
export const DRIVE_STOPS = [
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
const DriveStop = z.enum(DRIVE_STOPS);

/** Bytes; `problem` in words, of a file that failed. */
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
  /** The file that it became here. */
  fileId: Id.nullable(),
});
export type DriveImportFile = z.infer<typeof DriveImportFile>;

/** Files of Drive on their way into a submission. */
export const DriveImport = z.object({
  id: Id,
  submissionId: Id,
  /** The folder or file that was looked at. */
  source: DriveFolder.nullable(),
  state: DriveTransferState,
  problem: DriveStop.nullable(),
  createdAt: Instant,
  files: z.array(DriveImportFile),
});
export type DriveImport = z.infer<typeof DriveImport>;

const WantedFile = z.object({
  driveFileId: DriveId,
  name: line().max(1000),
  resourceKey: ResourceKey.nullish(),
});

/** What a look for new files found. `changed`: imported before, and changed in Drive since; nobody imports these unasked. */
export const DriveCheck = z.object({
  import: DriveImport.nullable(),
  changed: z.array(WantedFile),
});
export type DriveCheck = z.infer<typeof DriveCheck>;

export const DriveImportInput = z.object({
  submissionId: Id,
  source: DriveFolder.nullable(),
  /** Whether the folders in it were looked through, too: so is what is new in it. */
  subfolders: z.boolean().default(false),
  files: z.array(WantedFile).min(1).max(DRIVE_FILES_MAX),
});
export type DriveImportInput = z.output<typeof DriveImportInput>;

const DriveSaveFile = TransferredFile.extend({
  fileId: Id,
  state: z.enum(['waiting', 'running', 'saved', 'already-there', 'failed', 'cancelled']),
});

/** The originals of a submission on their way to a folder in Drive. */
export const DriveSave = z.object({
  id: Id,
  submissionId: Id,
  /** Null until it has been made. */
  folder: DriveFolder.nullable(),
  state: DriveTransferState,
  problem: DriveStop.nullable(),
  createdAt: Instant,
  files: z.array(DriveSaveFile),
});
export type DriveSave = z.infer<typeof DriveSave>;

/** The sum or, where Drive knows none, the length of a file. */
type Bytes = { sha256: string | null; size: number | null };

/** Whether a file in Drive has other bytes by now than each of the copies that were made of it. */
export const isChangedSince = (now: Bytes, copies: readonly Bytes[]): boolean =>
  copies.length > 0 &&
  copies.every(({ sha256, size }) =>
    now.sha256 === null ? now.size !== size : now.sha256 !== sha256,
  );

/** What a message about an error of Drive is headed with. */
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

/** The title of a message about an error that Drive is to blame for; null of those that have none of their own. */
export const driveErrorTitle = (code: ErrorCode): string | null => DRIVE_TITLES[code] ?? null;

const PHOTO_ENDING = /\.(?:jpe?g|png|webp|avif|gif|heic|heif|tiff?|dng)$/i;
const VIDEO_ENDING = /\.(?:mp4|mov|m4v|avi|mkv|webm|mts|m2ts|3gp)$/i;
/** Texts are told apart by their names alone, as in an upload. */
const DOCUMENT_ENDING = /\.(?:pdf|docx?|txt|csv|srt|kml)$/i;
const DOCUMENT_TYPES = new Set([
  'application/pdf',
  'application/msword',
  'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
]);

/**
 * Whether a file of Drive is a photo, a film or a document that can be uploaded, by its type or, where a camera's app gave
 * none, by the end of its name; null of anything else, and of what a system or a camera wrote for itself.
 */
export function driveFileKind(file: { name: string; mimeType: string }): DriveFile['kind'] | null {
  if (isSystemFile(file.name)) return null;
  // What Google's own apps make has no bytes, whatever its name.
  if (file.mimeType.startsWith('application/vnd.google-apps.')) return null;
  if (file.mimeType.startsWith('image/')) return 'photo';
  if (file.mimeType.startsWith('video/') || VIDEO_ENDING.test(file.name)) return 'video';
  if (PHOTO_ENDING.test(file.name)) return 'photo';
  const isDocument = DOCUMENT_ENDING.test(file.name) || DOCUMENT_TYPES.has(file.mimeType);
  return isDocument || isSidecar(file.name) ? 'document' : null;
}
