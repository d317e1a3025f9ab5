// Generated from a migrated database: node scripts/generate-schema.ts. Do not edit.
import type { ColumnType, GeneratedAlways } from 'kysely';

/** A column with a default: an insert may leave it out. */
export type Generated<T> =
  T extends ColumnType<infer S, infer I, infer U> ? ColumnType<S, I | undefined, U> : ColumnType<T, T | undefined, T>;

/** A point in time. */
export type Timestamp = ColumnType<Date, Date | string, Date | string>;

/** jsonb. Parse it after reading; write arrays with JSON.stringify. */
export type Json = ColumnType<unknown, Record<string, unknown> | string, Record<string, unknown> | string>;

export type BackupTask = 'make' | 'verify';

export type ContentType = 'article' | 'news' | 'project_update' | 'weekly_update' | '2d_map' | 'gallery' | 'milestone' | 'inspection' | 'video_update';

export type DownloadSize = 'original' | 'reduced';

export type DownloadState = 'making' | 'ready' | 'failed';

export type DriveDirection = 'import' | 'save';

export type DriveTransferFileState = 'waiting' | 'running' | 'done' | 'already-there' | 'failed' | 'cancelled';

export type DriveTransferState = 'waiting' | 'running' | 'done' | 'cancelled' | 'stopped';

export type FileCategory = 'footage' | 'photos' | 'reports' | 'documents' | 'other';

export type FileKind = 'photo' | 'video' | 'raster' | 'document' | 'other';

export type FileState = 'processing' | 'ready' | 'failed';

export type LeadStage = 'new' | 'call' | 'first-flight' | 'won' | 'lost';

export type Lens = 'wide' | 'zoom' | 'visible' | 'thermal' | 'panorama' | 'screen' | 'blue' | 'green' | 'red' | 'red-edge' | 'near-infrared' | 'unknown';

export type MailPace = 'off' | 'at-once' | 'weekly';

export type MapBuildState = 'sending' | 'building' | 'fetching' | 'done' | 'failed' | 'canceled';

export type MapProvider = 'custom' | 'maps_made_easy' | 'dronedeploy' | 'pix4d' | 'sensrfly' | 'skycatch' | 'propeller';

export type NotAligned = 'no-picture' | 'no-detail' | 'no-match' | 'unsure' | 'turned' | 'too-far';

export type NotificationKind = 'week-published' | 'link-expiring' | 'files-failed' | 'schedule-refused' | 'link-viewed' | 'webhook-disabled' | 'disk-nearly-full' | 'import-done' | 'backup-failed' | 'visit-changed' | 'visit-requested' | 'pin-assigned' | 'pin-replied' | 'pin-due' | 'map-built';

export type PhotoPart = 'raw' | 'band' | 'tile' | 'single';

export type PhotoType = 'thermal' | 'panorama';

export type PinKind = 'note' | 'question' | 'todo' | 'approval';

export type PinState = 'open' | 'answered' | 'done';

export type ProfileRole = 'client' | 'operator' | 'admin' | 'project_manager';

export type ProjectStatus = 'active' | 'planning' | 'completed' | 'on_hold' | 'cancelled';

export type RasterSource = 'file' | 'sidecar' | 'staff';

export type RasterType = 'orthophoto' | 'surface_model' | 'terrain_model' | 'thermal' | 'multispectral';

export type ReportState = 'making' | 'ready' | 'failed';

export type RunState = 'making' | 'ready' | 'failed';

export type SharePart = 'week' | 'photo' | 'download';

export type StorageProvider = 'storage' | 'google_drive';

export type SubmissionStatus = 'draft' | 'published' | 'archived';

export type TimeZoneSource = 'exif' | 'gps' | 'site';

export type TimelapseState = 'making' | 'ready' | 'failed' | 'cancelled';

export type UnitsChoice = 'project' | 'metric' | 'us';

export type UploadState = 'receiving' | 'received' | 'stored' | 'duplicate' | 'refused';

export type ValueUnit = 'm' | 'ft_us' | 'celsius';

export type VisitStatus = 'requested' | 'planned' | 'canceled' | 'weathered-out' | 'declined';

export interface ApiTokens {
  id: Generated<string>;
  personId: string;
  name: string;
  tokenHash: string;
  prefix: string;
  scopes: string[];
  createdAt: Timestamp;
  expiresAt: Timestamp | null;
  lastUsedAt: Timestamp | null;
}

export interface AuditChain {
  position: number;
  entryId: number;
  version: Generated<number>;
  hash: string;
}

export interface AuditLog {
  id: GeneratedAlways<number>;
  at: Generated<Timestamp>;
  actorKind: string;
  actorId: string | null;
  action: string;
  subjectType: string;
  subjectId: string | null;
  detail: Generated<Json>;
  subjectName: string | null;
}

export interface AuthAttempts {
  key: string;
  points: number;
  expire: number;
}

export interface AuthDriveConsents {
  stateHash: string;
  sessionId: string;
  codeVerifier: string;
  redirectUrl: string;
  nextPath: string;
  expiresAt: Timestamp;
}

export interface AuthDriveGrants {
  kind: string;
  email: string;
  name: string | null;
  scopes: string[];
  refreshToken: string | null;
  accessToken: string | null;
  accessTokenExpiresAt: Timestamp | null;
  refreshingUntil: Timestamp | null;
  connectedAt: Timestamp | null;
  connectedBy: string | null;
  lastUsedAt: Timestamp | null;
  expiredAt: Timestamp | null;
}

export interface AuthOneTimeTokens {
  token: string;
  userId: string;
  purpose: string;
  email: string | null;
  expiresAt: Timestamp;
  createdAt: Timestamp;
}

export interface AuthProviderAccounts {
  issuer: string;
  subject: string;
  userId: string;
  createdAt: Timestamp;
}

export interface AuthRecoveryCodes {
  userId: string;
  code: string;
}

export interface AuthRotatedTokens {
  token: string;
  sessionId: string;
  supersededAt: Timestamp | null;
}

export interface AuthSecondFactors {
  userId: string;
  secret: string;
  lastStep: Generated<number>;
  createdAt: Timestamp;
}

export interface AuthSessionSightings {
  sessionId: string;
  seenAt: Timestamp;
}

export interface AuthSessions {
  id: Generated<string>;
  userId: string;
  token: string;
  expiresAt: Timestamp;
  ipAddress: string | null;
  userAgent: string | null;
  createdAt: Generated<Timestamp>;
  updatedAt: Generated<Timestamp>;
}

export interface AuthSigningKeys {
  id: string;
  publicKey: string;
  privateKeySealed: string;
  createdAt: Timestamp;
}

export interface AuthStorage {
  isOnly: Generated<boolean>;
  id: string;
}

export interface AuthUsers {
  id: Generated<string>;
  email: string;
  emailVerified: Generated<boolean>;
  createdAt: Generated<Timestamp>;
  hasSecondFactor: Generated<boolean>;
  passwordHash: string | null;
}

export interface BackupRuns {
  id: Generated<string>;
  task: BackupTask;
  state: Generated<RunState>;
  percent: Generated<number>;
  problem: string | null;
  place: string;
  name: string | null;
  files: number | null;
  bytes: number | null;
  createdAt: Timestamp;
  endedAt: Timestamp | null;
}

export interface BrandImages {
  hash: string;
  content: Buffer;
  type: string;
  width: number;
  height: number;
  createdAt: Timestamp;
  createdBy: string | null;
}

export interface Chapters {
  fileId: string;
  seconds: number;
  name: string;
}

export interface ClockPauses {
  id: Generated<string>;
  submissionId: string;
  reason: string;
  startedAt: Timestamp;
  startedBy: string | null;
  endedAt: Timestamp | null;
  endedBy: string | null;
}

export interface Companies {
  id: Generated<string>;
  companyCode: string;
  companyName: string;
  description: string | null;
  isActive: Generated<boolean>;
  createdAt: Generated<Timestamp>;
  updatedAt: Generated<Timestamp>;
  clientsHaveAccess: Generated<boolean>;
  quotaBytes: number | null;
  folded: GeneratedAlways<string | null>;
  formerCodes: Generated<string[]>;
  deletedAt: Timestamp | null;
  deletedBy: string | null;
  deletedWith: string | null;
}

export interface Downloads {
  id: Generated<string>;
  personId: string;
  projectId: string | null;
  fileName: string;
  kinds: string[];
  size: DownloadSize;
  weeks: Json;
  entries: Json;
  fileIds: string[];
  bytes: number;
  tokenHash: string | null;
  tokenSessionId: string | null;
  createdAt: Timestamp;
  startedAt: Timestamp | null;
  finishedAt: Timestamp | null;
  expiresAt: Timestamp;
  state: DownloadState | null;
  evidenceOfProject: Generated<boolean>;
  percent: Generated<number>;
  problem: string | null;
  companyId: string | null;
}

export interface DriveTransferFiles {
  id: Generated<string>;
  transferId: string;
  position: number;
  driveFileId: string | null;
  resourceKey: string | null;
  name: string;
  sizeBytes: number | null;
  doneBytes: Generated<number>;
  state: Generated<DriveTransferFileState>;
  problem: string | null;
  uploadId: string | null;
  sealedSession: string | null;
  fileId: string | null;
}

export interface DriveTransfers {
  id: Generated<string>;
  submissionId: string;
  direction: DriveDirection;
  folderId: string | null;
  folderName: string | null;
  folderUrl: string | null;
  withSubfolders: Generated<boolean>;
  parentId: string | null;
  state: Generated<DriveTransferState>;
  problem: string | null;
  createdBy: string | null;
  createdAt: Timestamp;
  updatedAt: Timestamp;
  runId: string | null;
}

export interface Engines {
  id: Generated<string>;
  name: string;
  url: string;
  token: string | null;
  createdAt: Generated<Timestamp>;
}

export interface FileFigures {
  id: GeneratedAlways<number>;
  media: string;
  files: number;
  bytes: number;
}

export interface Files {
  id: Generated<string>;
  submissionId: string | null;
  projectId: string | null;
  companyId: string | null;
  viewpointId: string | null;
  fileName: string;
  filePath: string;
  fileType: string;
  fileSize: number;
  kind: FileKind;
  state: Generated<FileState>;
  errorCode: string | null;
  errorMessage: string | null;
  sha256: string;
  crc32: number;
  sortOrder: Generated<number>;
  category: FileCategory | null;
  description: string | null;
  recordedDate: string | null;
  storageProvider: Generated<StorageProvider>;
  googleDriveFileId: string | null;
  googleDriveDirectLink: string | null;
  googleDriveWebLink: string | null;
  width: number | null;
  height: number | null;
  durationSeconds: number | null;
  presets: Generated<number[]>;
  thumbhash: string | null;
  capturedAt: Timestamp | null;
  capturedLocal: string | null;
  timeZoneSource: TimeZoneSource | null;
  latitude: number | null;
  longitude: number | null;
  altitude: number | null;
  relativeAltitude: number | null;
  gimbalYaw: number | null;
  gimbalPitch: number | null;
  flightYaw: number | null;
  cameraMake: string | null;
  cameraModel: string | null;
  createdBy: string | null;
  createdAt: Generated<Timestamp>;
  updatedAt: Generated<Timestamp>;
  pictureSize: number | null;
  pictureCrc32: number | null;
  progress: number | null;
  photoType: PhotoType | null;
  posterSeconds: number | null;
  posterChoice: Generated<number>;
  posterVersion: Generated<number>;
  deletedAt: Timestamp | null;
  deletedBy: string | null;
  deletedWith: string | null;
  lens: Lens | null;
  focalLength: number | null;
  equivalentFocalLength: number | null;
  headerTime: Timestamp | null;
  isPlaceConfirmed: Generated<boolean>;
  isForClients: Generated<boolean>;
  coverChosenAt: Timestamp | null;
  part: PhotoPart | null;
  rawOf: string | null;
  isViewpointPending: Generated<boolean>;
  aircraftModel: string | null;
  aircraftSerial: string | null;
  cameraSerial: string | null;
}

export interface FlightRecords {
  submissionId: string;
  pilotName: string | null;
  certificate: string | null;
  aircraft: string | null;
  airspaceClass: string | null;
  airspaceCeiling: number | null;
  authorizationNumber: string | null;
  weather: string | null;
  metar: string | null;
  notes: string | null;
  updatedAt: Generated<Timestamp>;
  createdAt: Generated<Timestamp>;
  lookUpAt: Generated<Timestamp | null>;
}

export interface FormSubmissions {
  id: Generated<string>;
  name: string;
  email: string;
  phone: string | null;
  company: string | null;
  message: string;
  submittedAt: Generated<Timestamp>;
  isRead: Generated<boolean>;
  isSpam: Generated<boolean>;
  spamReasons: Generated<string[]>;
  networkHash: string | null;
  formId: string | null;
  projectId: string | null;
  page: string | null;
  folded: GeneratedAlways<string | null>;
  stage: Generated<LeadStage>;
}

export interface Invitations {
  id: Generated<string>;
  email: string;
  role: Generated<ProfileRole>;
  companyId: string | null;
  contactName: string | null;
  phone: string | null;
  notes: string | null;
  tokenHash: string;
  invitedBy: string | null;
  createdAt: Generated<Timestamp>;
  expiresAt: Timestamp;
  acceptedAt: Timestamp | null;
  revokedAt: Timestamp | null;
}

export interface Mails {
  id: Generated<string>;
  number: GeneratedAlways<number>;
  kind: string;
  recipient: string;
  replyTo: string | null;
  subject: string;
  html: string;
  plainText: string;
  messageId: string;
  state: Generated<string>;
  attempts: Generated<number>;
  lastError: string | null;
  nextAttemptAt: Generated<Timestamp>;
  createdAt: Generated<Timestamp>;
  sentAt: Timestamp | null;
  leaseId: string | null;
  leasedUntil: Timestamp | null;
  unsubscribeUrl: string | null;
  pictureIds: Generated<string[]>;
}

export interface MapBuildPhotos {
  buildId: string;
  fileId: string;
  name: string;
  sha256: string;
  isSent: Generated<boolean>;
}

export interface MapBuilds {
  id: Generated<string>;
  submissionId: string;
  engineId: string;
  engineName: string;
  engineVersion: string | null;
  preset: string;
  options: Json;
  state: Generated<MapBuildState>;
  taskId: Generated<string>;
  restarts: Generated<number>;
  progress: number | null;
  lastLine: string | null;
  problem: string | null;
  unreachableSince: Timestamp | null;
  unknownSince: Timestamp | null;
  runId: string | null;
  runUntil: Timestamp | null;
  results: Generated<Json>;
  createdBy: string | null;
  createdAt: Generated<Timestamp>;
  updatedAt: Generated<Timestamp>;
  finishedAt: Timestamp | null;
  fetches: Generated<number>;
}

export interface Measurements {
  id: Generated<string>;
  submissionId: string;
  title: string;
  measure: Json;
  result: Json;
  createdBy: string | null;
  createdAt: Generated<Timestamp>;
}

export interface NotificationSettings {
  personId: string;
  kind: NotificationKind;
  inApp: boolean;
  mail: MailPace;
}

export interface Notifications {
  id: Generated<string>;
  personId: string;
  kind: NotificationKind;
  submissionId: string | null;
  shareLinkId: string | null;
  inApp: boolean;
  mail: MailPace;
  mailedAt: Timestamp | null;
  createdAt: Timestamp;
  readAt: Timestamp | null;
  webhookId: string | null;
  visitId: string | null;
  pinId: string | null;
  subjectId: GeneratedAlways<string>;
}

export interface PinReplies {
  id: string;
  pinId: string;
  text: string;
  state: PinState | null;
  picture: Buffer | null;
  createdBy: string | null;
  guestEmail: string | null;
  createdAt: Generated<Timestamp>;
}

export interface Pins {
  id: string;
  fileId: string | null;
  submissionId: string;
  x: number | null;
  y: number | null;
  seconds: number | null;
  longitude: number | null;
  latitude: number | null;
  kind: PinKind;
  text: string;
  drawing: Generated<Json>;
  state: Generated<PinState>;
  stateAt: Timestamp | null;
  stateBy: string | null;
  isInternal: Generated<boolean>;
  createdBy: string | null;
  assigneeId: string | null;
  dueOn: string | null;
  guestEmail: string | null;
  guestKey: string | null;
  guestExpiresAt: Timestamp | null;
  guestViews: Generated<number>;
  remindedOn: string | null;
  version: Generated<number>;
  createdAt: Generated<Timestamp>;
  updatedAt: Generated<Timestamp>;
  deletedAt: Timestamp | null;
  deletedBy: string | null;
  deletedWith: string | null;
}

export interface Profiles {
  id: string;
  role: Generated<ProfileRole>;
  companyId: string | null;
  firstName: string | null;
  lastName: string | null;
  email: string;
  phone: string | null;
  isActive: Generated<boolean>;
  createdAt: Generated<Timestamp>;
  updatedAt: Generated<Timestamp>;
  notes: string | null;
  listedAs: GeneratedAlways<string | null>;
  folded: GeneratedAlways<string | null>;
  units: Generated<UnitsChoice>;
  certificate: string | null;
  calendarKey: string | null;
}

export interface ProjectMembers {
  projectId: string;
  personId: string;
  createdAt: Generated<Timestamp>;
}

export interface Projects {
  id: Generated<string>;
  companyId: string;
  name: string;
  description: string | null;
  address: string | null;
  status: Generated<ProjectStatus>;
  startDate: string | null;
  estimatedCompletionDate: string | null;
  latitude: number | null;
  longitude: number | null;
  timeZone: Generated<string>;
  createdBy: string | null;
  projectManagerId: string | null;
  createdAt: Generated<Timestamp>;
  updatedAt: Generated<Timestamp>;
  submissionCount: Generated<number>;
  lastPublishedAt: Timestamp | null;
  deletedAt: Timestamp | null;
  deletedBy: string | null;
  deletedWith: string | null;
  draftCount: Generated<number>;
  archivedCount: Generated<number>;
  foldedName: GeneratedAlways<string | null>;
  foldedAddress: GeneratedAlways<string | null>;
  showsFlightRecords: Generated<boolean>;
}

export interface Rasters {
  fileId: string;
  rasterType: RasterType;
  typeSource: Generated<RasterSource>;
  width: number;
  height: number;
  levelSizes: number[];
  hasMask: boolean;
  valueFloor: number | null;
  unit: ValueUnit | null;
  epsg: number | null;
  proj4: string | null;
  crsSource: RasterSource | null;
  affine: number[] | null;
  west: number | null;
  south: number | null;
  east: number | null;
  north: number | null;
  minZoom: number | null;
  maxZoom: number | null;
  minimum: number | null;
  maximum: number | null;
  low: number | null;
  high: number | null;
  groundSampleDistance: number | null;
  area: number | null;
  coverage: number | null;
  createdAt: Generated<Timestamp>;
  updatedAt: Generated<Timestamp>;
  bands: Generated<number>;
  validShare: Generated<number>;
  verticalUnit: number | null;
  unplacedReason: string | null;
  uncertainty: number | null;
  placedWith: Generated<number>;
}

export interface Registrations {
  fileId: string;
  referenceId: string;
  viaId: string | null;
  matrix: number[] | null;
  reason: NotAligned | null;
  parallax: Generated<number>;
  strength: Generated<number>;
  createdAt: Timestamp;
}

export interface Reports {
  id: Generated<string>;
  submissionId: string;
  contentKey: string;
  content: Json;
  fileName: string;
  state: Generated<ReportState>;
  percent: Generated<number>;
  fileSize: number | null;
  createdAt: Timestamp;
  updatedAt: Timestamp;
}

export interface SampleRows {
  id: string;
}

export interface Settings {
  name: string;
  value: string;
  changedAt: Timestamp;
  changedBy: string | null;
}

export interface ShareLinks {
  id: Generated<string>;
  projectId: string;
  submissionId: string | null;
  createdBy: string;
  title: string | null;
  description: string | null;
  expiresAt: Timestamp | null;
  isActive: Generated<boolean>;
  allowDownload: Generated<boolean>;
  tokenHash: string;
  tokenEncrypted: string;
  passwordHash: string | null;
  viewCount: Generated<number>;
  createdAt: Generated<Timestamp>;
  updatedAt: Generated<Timestamp>;
  showMaps: Generated<boolean>;
  showPositions: Generated<boolean>;
  embedSites: Generated<string[]>;
  showPhotos: Generated<boolean>;
  showVideos: Generated<boolean>;
  showDocuments: Generated<boolean>;
  submissionIds: string[] | null;
  showTimelapses: Generated<boolean>;
  folded: GeneratedAlways<string | null>;
  showPins: Generated<boolean>;
}

export interface ShareLooks {
  id: Generated<string>;
  shareLinkId: string;
  part: SharePart;
  subjectId: string;
  visitorHash: string | null;
  halfHour: Timestamp;
}

export interface ShareViews {
  id: Generated<string>;
  shareLinkId: string;
  visitorHash: string | null;
  halfHour: Timestamp;
  viewedAt: Generated<Timestamp>;
  referrerSite: string | null;
}

export interface Submissions {
  id: Generated<string>;
  projectId: string;
  title: string;
  contentType: ContentType;
  summary: string | null;
  contentText: string | null;
  status: Generated<SubmissionStatus>;
  recordedDate: string | null;
  publishedAt: Timestamp | null;
  googleDriveFolderUrl: string | null;
  mapEmbedUrl: string | null;
  mapProvider: MapProvider | null;
  mapCoordinates: Json | null;
  sortOrder: Generated<number>;
  createdBy: string | null;
  createdAt: Generated<Timestamp>;
  updatedAt: Generated<Timestamp>;
  firstPublishedAt: Timestamp | null;
  flownAt: Timestamp | null;
  publishAt: Timestamp | null;
  scheduledBy: string | null;
  scheduleError: string | null;
  isDateProposed: Generated<boolean>;
  updatedBy: string | null;
  deletedAt: Timestamp | null;
  deletedBy: string | null;
  deletedWith: string | null;
}

export interface Timelapses {
  id: Generated<string>;
  viewpointId: string;
  contentKey: string;
  content: Json;
  fileName: string;
  state: Generated<TimelapseState>;
  percent: Generated<number>;
  parts: Generated<number>;
  fileSize: number | null;
  createdAt: Timestamp;
  updatedAt: Timestamp;
}

export interface Uploads {
  id: Generated<string>;
  submissionId: string | null;
  fileName: string;
  fileSize: number;
  state: Generated<UploadState>;
  duplicateOf: string | null;
  errorCode: string | null;
  errorMessage: string | null;
  createdBy: string | null;
  createdAt: Generated<Timestamp>;
  updatedAt: Generated<Timestamp>;
  sha256: string | null;
  writer: string | null;
  partStarts: Generated<number[]>;
  bytesReceived: Generated<number>;
  companyId: string | null;
  category: FileCategory | null;
  description: string | null;
  recordedDate: string | null;
  md5: string | null;
}

export interface ViewpointPoses {
  id: Generated<string>;
  viewpointId: string;
  latitude: number;
  longitude: number;
  relativeAltitude: number | null;
  gimbalYaw: number | null;
  gimbalPitch: number | null;
  createdAt: Generated<Timestamp>;
  lens: Lens | null;
  focalLength: number | null;
  equivalentFocalLength: number | null;
}

export interface ViewpointSubscriptions {
  personId: string;
  viewpointId: string;
  weekday: number;
  handledOn: string;
  shownUntil: Timestamp;
}

export interface Viewpoints {
  id: Generated<string>;
  projectId: string;
  name: string;
  sortOrder: Generated<number>;
  latitude: number | null;
  longitude: number | null;
  relativeAltitude: number | null;
  gimbalYaw: number | null;
  gimbalPitch: number | null;
  createdAt: Generated<Timestamp>;
  referenceId: string | null;
  isReferenceChosen: Generated<boolean>;
  isHidden: Generated<boolean>;
  isTended: Generated<boolean>;
  lens: Lens | null;
  focalLength: number | null;
  equivalentFocalLength: number | null;
}

export interface VisitPlans {
  projectId: string;
  rule: Json | null;
  time: string;
  startsOn: string;
  pilotId: string | null;
  contents: string[];
  isForClients: boolean;
  pausedSince: Timestamp | null;
  pauseReason: string | null;
  filledAt: Timestamp | null;
}

export interface Visits {
  id: Generated<string>;
  projectId: string;
  planDay: string | null;
  dueAt: Timestamp;
  movedFrom: Timestamp | null;
  status: VisitStatus;
  isChanged: Generated<boolean>;
  reason: string | null;
  pilotId: string | null;
  contents: string[];
  submissionId: string | null;
  requestedBy: string | null;
  createdAt: Timestamp;
  updatedAt: Timestamp;
}

export interface WebhookDeliveries {
  id: Generated<string>;
  number: GeneratedAlways<number>;
  webhookId: string;
  event: string;
  body: string;
  state: Generated<string>;
  tries: Generated<number>;
  nextTryAt: Timestamp;
  leasedUntil: Timestamp | null;
  createdAt: Timestamp;
}

export interface WebhookTries {
  id: GeneratedAlways<number>;
  deliveryId: string;
  triedAt: Timestamp;
  durationMs: number;
  status: number | null;
  response: Generated<string>;
  error: string | null;
}

export interface Webhooks {
  id: Generated<string>;
  name: string;
  url: string;
  events: string[];
  secret: string;
  previousUntil: Timestamp | null;
  isActive: Generated<boolean>;
  disabledBecause: string | null;
  failingSince: Timestamp | null;
  createdBy: string | null;
  createdAt: Timestamp;
  previousSecrets: Generated<string[]>;
}

export interface DB {
  apiTokens: ApiTokens;
  auditChain: AuditChain;
  auditLog: AuditLog;
  'auth.attempts': AuthAttempts;
  'auth.driveConsents': AuthDriveConsents;
  'auth.driveGrants': AuthDriveGrants;
  'auth.oneTimeTokens': AuthOneTimeTokens;
  'auth.providerAccounts': AuthProviderAccounts;
  'auth.recoveryCodes': AuthRecoveryCodes;
  'auth.rotatedTokens': AuthRotatedTokens;
  'auth.secondFactors': AuthSecondFactors;
  'auth.sessionSightings': AuthSessionSightings;
  'auth.sessions': AuthSessions;
  'auth.signingKeys': AuthSigningKeys;
  'auth.storage': AuthStorage;
  'auth.users': AuthUsers;
  backupRuns: BackupRuns;
  brandImages: BrandImages;
  chapters: Chapters;
  clockPauses: ClockPauses;
  companies: Companies;
  downloads: Downloads;
  driveTransferFiles: DriveTransferFiles;
  driveTransfers: DriveTransfers;
  engines: Engines;
  fileFigures: FileFigures;
  files: Files;
  flightRecords: FlightRecords;
  formSubmissions: FormSubmissions;
  invitations: Invitations;
  mails: Mails;
  mapBuildPhotos: MapBuildPhotos;
  mapBuilds: MapBuilds;
  measurements: Measurements;
  notificationSettings: NotificationSettings;
  notifications: Notifications;
  pinReplies: PinReplies;
  pins: Pins;
  profiles: Profiles;
  projectMembers: ProjectMembers;
  projects: Projects;
  rasters: Rasters;
  registrations: Registrations;
  reports: Reports;
  sampleRows: SampleRows;
  settings: Settings;
  shareLinks: ShareLinks;
  shareLooks: ShareLooks;
  shareViews: ShareViews;
  submissions: Submissions;
  timelapses: Timelapses;
  uploads: Uploads;
  viewpointPoses: ViewpointPoses;
  viewpointSubscriptions: ViewpointSubscriptions;
  viewpoints: Viewpoints;
  visitPlans: VisitPlans;
  visits: Visits;
  webhookDeliveries: WebhookDeliveries;
  webhookTries: WebhookTries;
  webhooks: Webhooks;
}
