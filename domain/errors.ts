import { COMMON_ERRORS } from './common-errors.ts';

export const ERRORS = {
  ...COMMON_ERRORS,
  INVALID_INPUT: [400, "Some of the information isn't valid. Check it and try again."],
  REQUEST_TOO_LARGE: [413, 'This request is too large.'],
  REQUEST_MALFORMED: [400, "This isn't a valid HTTP request."],
  REQUEST_TOO_SLOW: [408, 'The request took too long to arrive. Try again.'],
  REQUEST_ABORTED: [499, 'The connection closed before the response was ready.'],
  HEADER_TOO_LARGE: [431, 'The request headers are too large.'],
  SHARE_PASSWORD_REQUIRED: [401, 'This link is password-protected.'],
  INVALID_CREDENTIALS: [401, 'Invalid login credentials'],
  SAMPLE_PASSWORD_ELSEWHERE: [
    403,
    "The sample site's published password works only on the machine that runs Overfly.",
  ],
  ALREADY_REGISTERED: [409, 'User already registered'],
  INVALID_COMPANY_CODE: [
    422,
    'The company code you entered is not valid or inactive. Please contact your administrator.',
  ],
  WRONG_PASSWORD: [403, 'The password is incorrect.'],
  PASSWORD_NOT_SET: [
    409,
    "Your account doesn't have a password yet. Set one under Password first.",
  ],
  LINK_NOT_VALID: [422, 'This link has expired or was already used. Request a new one.'],
  LINK_NEEDS_PASSWORD: [403, 'Enter your account password to confirm this email address.'],
  CODE_NOT_VALID: [422, 'This code is incorrect or was already used.'],
  SIGN_IN_TOOK_TOO_LONG: [422, 'Sign-in timed out. Sign in again.'],
  PROVIDER_CANCELED: [403, 'Sign-in was canceled. Try again, or use your password.'],
  PROVIDER_UNREACHABLE: [
    502,
    "The sign-in service can't be reached right now. Try again in a moment.",
  ],
  PROVIDER_REFUSED: [403, "Sign-in couldn't be completed. Try again."],
  PROVIDER_ADDRESS_NOT_VERIFIED: [
    403,
    "The sign-in service hasn't verified your email address. Contact its administrator.",
  ],
  PROVIDER_DOMAIN_REFUSED: [
    403,
    "Your email domain isn't allowed for this sign-in. Use your password instead.",
  ],
  PROVIDER_ADDRESS_UNKNOWN: [
    403,
    "There's no account with your email address. Ask for an invitation.",
  ],
  PROVIDER_ACCOUNT_DEACTIVATED: [
    403,
    'Your account has been deactivated. Contact your administrator.',
  ],
  PROVIDER_ACCOUNT_OTHER: [
    403,
    'The account with your email address is linked to another user of the sign-in service. Contact your administrator.',
  ],
  SECOND_FACTOR_IS_ON: [409, 'Two-factor sign-in is already on.'],
  SECOND_FACTOR_IS_OFF: [409, 'Two-factor sign-in is off.'],
  SECOND_FACTOR_REQUIRED: [403, 'Set up two-factor sign-in on your account page first.'],
  SESSION_NOT_FOUND: [404, 'This session has already ended.'],
  TOKEN_NOT_VALID: [401, 'This API token was revoked, has expired, or belongs to another site.'],
  TOKEN_SCOPE_MISSING: [403, "This API token doesn't have the required scope."],
  TOKEN_NOT_TAKEN: [403, "API tokens can't do this. Sign in instead."],
  API_TOKEN_NOT_FOUND: [404, 'API token not found. It may have been revoked.'],
  WEBHOOK_NOT_FOUND: [404, 'Webhook not found. It may have been deleted.'],
  WEBHOOK_ADDRESS: [422, "This address can't be found. Check the spelling."],
  WEBHOOK_DISABLED: [409, 'This webhook is disabled. Enable it first.'],
  DELIVERY_NOT_FOUND: [404, 'Message not found. Messages are kept for 30 days.'],
  DELIVERY_UNDER_WAY: [409, 'This message is already being sent.'],
  ACCESS_DENIED: [403, "You don't have permission to do this."],
  CROSS_SITE_REQUEST: [403, 'This request came from another website and was blocked.'],
  SUBMISSION_CHANGED: [409, 'Someone else changed this submission. Reload and try again.'],
  FILE_NOT_FOUND: [404, 'File not found.'],
  ORIGINAL_MISSING: [410, 'The original file is missing. Upload it again.'],
  ENGINE_NOT_FOUND: [404, 'Engine not found.'],
  ENGINE_UNREACHABLE: [502, "The engine didn't answer. Check its address, and that it is running."],
  MAP_BUILD_NOT_FOUND: [404, 'Map build not found.'],
  MAP_BUILD_ACTIVE: [409, 'A map of this submission is already being built.'],
  MAP_BUILD_PHOTOS: [422, 'A map needs at least 5 photos.'],
  PIN_NOT_FOUND: [404, 'Pin not found.'],
  PIN_CHANGED: [409, 'Someone else changed this pin. Check it and try again.'],
  PIN_DUE_PASSED: [422, 'Choose today or a later day.'],
  PIN_ASSIGNEE: [422, 'This person has no access to the project.'],
  PIN_INTERNAL: [422, 'Only staff see internal pins. Assign it to a member of staff.'],
  PIN_APPROVAL: [422, 'An approval is about a whole week, and needs a client to approve it.'],
  PIN_APPROVAL_EXISTS: [409, 'Approval of this week has already been requested.'],
  VISIT_NOT_FOUND: [404, 'Visit not found.'],
  VISIT_PLAN_MISSING: [409, 'This project has no visit plan.'],
  VISIT_FLOWN: [409, 'This visit has already been flown.'],
  VISIT_PASSED: [422, 'Choose a time in the future.'],
  VISIT_CHANGED: [409, 'Someone else changed this visit. Check it and try again.'],
  VISIT_TOO_FAR: [422, 'Choose a time within a year of today.'],
  VISIT_REQUESTS_OPEN: [
    409,
    'You already have open requests for this project. Wait until they are answered.',
  ],
  VIEWPOINT_NOT_FOUND: [404, 'Viewpoint not found.'],
  VIEWPOINT_NAME_TAKEN: [409, 'Another viewpoint in this project already has this name.'],
  VIEWPOINTS_CHANGED: [409, "This project's viewpoints have changed. Try again."],
  VIEWPOINT_MERGED_INTO_ITSELF: [422, 'Choose another viewpoint to merge this one into.'],
  VIEWPOINT_HAS_PHOTOS: [
    409,
    'This viewpoint still has photos. Merge it into another one instead.',
  ],
  VIEWPOINT_LEFT_EMPTY: [422, 'Leave at least one photo in the viewpoint.'],
  PHOTO_OF_NO_VIEWPOINT: [
    422,
    "Some of these photos aren't in this project or viewpoint. Reload and try again.",
  ],
  TIMELAPSE_NOT_FOUND: [404, 'Time-lapse not found.'],
  TIMELAPSE_TOO_SHORT: [409, 'A time-lapse needs photos from at least two weeks.'],
  MEASUREMENT_NOT_FOUND: [404, 'Measurement not found.'],
  MAP_WITHOUT_HEIGHTS: [422, 'This map has no elevation data. Choose an elevation map.'],
  MAP_WITHOUT_PLACE: [422, "This map's position isn't known yet, so you can't measure on it."],
  MAPS_OF_TWO_PROJECTS: [422, 'These two maps belong to different projects.'],
  MEASURED_OUTSIDE: [422, 'There is no elevation data here. Draw inside the map.'],
  TOO_MANY_DOWNLOADS: [429, 'Too many downloads at once. Wait for one to finish, then try again.'],
  TOO_MANY_REQUESTS: [429, 'Too many requests at once. Try again in a moment.'],
  TOO_BUSY: [503, 'The server is busy right now. Try again in a moment.'],
  UPLOAD_NOT_FOUND: [404, 'Upload not found.'],
  UPLOAD_TAKEN_OVER: [409, 'This upload continued in another window.'],
  UPLOAD_DIFFERS: [
    422,
    "The file was damaged during the upload and wasn't stored. Upload it again.",
  ],
  DOWNLOAD_NOT_FOUND: [404, 'Download not found.'],
  DOWNLOAD_EXPIRED: [410, 'This download has expired. Prepare it again.'],
  DOWNLOAD_CHANGED: [
    410,
    'Some files in this download were removed or are no longer available to you. Prepare it again.',
  ],
  DOWNLOAD_NOT_READY: [409, "This download isn't ready yet."],
  DOWNLOAD_TOO_LARGE: [422, 'This download has more than 20,000 files. Choose fewer weeks.'],
  COMPANY_NOT_FOUND: [404, 'Company not found.'],
  SHARE_PASSWORD_WRONG: [403, 'The password is incorrect. Try again.'],
  SHARE_LINK_NOT_FOUND: [404, 'Share link not found.'],
  FORM_SUBMISSION_NOT_FOUND: [404, 'Form submission not found.'],
  MAIL_NOT_FOUND: [404, 'Email not found, or it was already sent.'],
  NOTIFICATION_NOT_FOUND: [404, 'Notification not found.'],
  SETTINGS_CHANGED: [
    409,
    'Someone else changed these settings. Discard your changes to see theirs, then enter yours again.',
  ],
  SETTING_FAILED: [422, 'These settings were tried and did not work, so they were not saved.'],
  SETTING_ON_SERVER: [409, "This is set on the server and can't be changed here."],
  BACKUPS_NOT_SET_UP: [409, 'Set a folder or bucket for backups in the settings first.'],
  BACKUP_RUNNING: [409, 'Another backup or verification is running. Try again when it has ended.'],
  BACKUP_NOT_FOUND: [404, 'Backup not found.'],
  JOB_NOT_FOUND: [404, "Job not found, or it's already being retried."],
  MAIL_BEING_SENT: [409, 'This email is already being sent.'],
  SHARE_LINK_NOT_AVAILABLE: [404, 'This shared link is not available or has expired.'],
  SHARE_LINK_EXPIRED: [404, 'This shared link has expired.'],
  PERSON_NOT_FOUND: [404, 'Account not found.'],
  OWN_ACCOUNT: [409, "You can't do this to your own account."],
  LAST_OF_ROLE: [
    409,
    'This is the last active account with this role. Give the role to someone else first.',
  ],
  ADDRESS_NOT_VERIFIED: [
    409,
    "This person hasn't verified their email address yet, so they can't become staff.",
  ],
  PRESENT_ADDRESS_NOT_VERIFIED: [
    409,
    'Verify your current email address first. If it has a typo, sign out and create an account with the correct address.',
  ],
  NOT_STAFF: [409, 'Choose an active staff member.'],
  SETUP_LINK_NOT_VALID: [
    404,
    "This setup link isn't valid. Open the link that Overfly printed when it started, or restart it to get a new one.",
  ],
  SETUP_DONE: [410, 'Overfly is already set up. Sign in, or ask an admin for an invitation.'],
  SAMPLE_NOT_FOUND: [404, 'There is no sample site. It may have been removed already.'],
  BACKUP_FAILED: [503, 'The backup failed, so nothing was removed.'],
  INVITATION_NOT_FOUND: [404, 'Invitation not found.'],
  INVITATION_OPEN: [
    409,
    'This email address has already been invited. Resend that invitation instead.',
  ],
  ADDRESS_HAS_ACCOUNT: [409, 'An account with this email already exists.'],
  INVITATION_NOT_VALID: [
    404,
    "This invitation link isn't valid. If you received a newer one, use that.",
  ],
  INVITATION_EXPIRED: [410, 'This invitation has expired. Ask for a new one.'],
  INVITATION_REVOKED: [410, 'This invitation was withdrawn. Contact the person who sent it.'],
  INVITATION_USED: [410, 'This invitation was already used. Sign in to your account.'],
  COMPANY_CODE_TAKEN: [409, 'A company with this code already exists.'],
  NAME_DOES_NOT_MATCH: [400, 'Please type the project name exactly as shown.'],
  SHARE_NOT_ALLOWED: [403, "You don't have permission to share the selected project."],
  SUBMISSION_EMPTY: [409, 'Add a file, text or a map link before publishing.'],
  SUBMISSION_BUSY: [409, "Some files are still processing. Publish again when they're ready."],
  SCHEDULE_NEEDS_DRAFT: [409, 'Only drafts can be scheduled.'],
  NOT_IN_BIN: [
    404,
    "This item isn't in the trash. It may have been restored or permanently deleted.",
  ],
  SUBMISSION_IN_BIN: [404, 'This submission is in the trash. You can restore it there.'],
  HOME_IN_BIN: [
    409,
    'Its company, project or submission is also in the trash. Restore that first.',
  ],
  TWIN_EXISTS: [409, 'Some of these files have been uploaded again. Delete the new copies first.'],
  FILES_IN_PROJECT: [409, 'The other project already has some of these files.'],
  FILES_NEED_DRAFT: [
    409,
    'Files can only be moved to a draft. Change the other submission back to a draft first.',
  ],
  FILES_ELSEWHERE: [
    409,
    "Some files weren't taken at this project. Move or remove them, or confirm that they belong here.",
  ],
  CLOCK_PAUSED: [409, 'The clock is already paused.'],
  CLOCK_STOPPED: [409, 'The clock stopped when this submission was first published.'],
  NOT_A_VIDEO: [422, 'You can only set chapters and a picture for videos.'],
  CHAPTER_OUTSIDE_VIDEO: [422, "A chapter can't start after the end of the video."],
  CHAPTER_TWICE: [422, "Two chapters can't start at the same time."],
  MOMENT_OUTSIDE_VIDEO: [422, 'The video is shorter than that.'],
  NO_PICTURE: [422, 'This file has no picture to use as a cover.'],
  FILE_BUSY: [409, "The file is still processing. Try again when it's ready."],
  POSTER_FAILED: [422, "That video frame couldn't be read. The previous picture was kept."],
  FILE_EMPTY: [422, 'The file is empty.'],
  FILE_DAMAGED: [422, "The file is damaged and can't be read."],
  PICTURE_TOO_LARGE: [422, 'The image has too many pixels.'],
  PICTURE_STOPPED: [422, 'Reading this image took too long and was stopped.'],
  RASTER_OUT_OF_RANGE: [
    422,
    "This map's coordinates are outside the area of its coordinate system, so it can't be placed.",
  ],
  RASTER_WITHOUT_POSITION: [
    422,
    "This file has no position data, so a coordinate system isn't enough. Upload its world file (such as .tfw) with the same file name.",
  ],
  RASTER_TYPE_IMPOSSIBLE: [422, "This file's bands don't fit that map type."],
  RASTER_NOT_READ: [409, "This file couldn't be read as a map."],
  EPSG_UNKNOWN: [422, "This code isn't in the EPSG registry of coordinate systems."],
  FILE_TYPE_NOT_SUPPORTED: [422, "This file type isn't supported."],
  FFMPEG_MISSING: [503, "Videos can't be converted because ffmpeg isn't installed on the server."],
  VIDEO_TIMED_OUT: [422, 'Converting the video took too long and was stopped.'],
  VIDEO_TOO_LARGE: [
    422,
    'This video is too large for this server to convert. You can still download it.',
  ],
  DRIVE_NOT_CONFIGURED: [409, 'Google Drive is not initialized. Please refresh the page.'],
  DRIVE_NOT_CONNECTED: [409, "Google Drive isn't connected yet. Connect it in the settings."],
  DRIVE_EXPIRED: [409, 'Authentication expired... Connect Google Drive again.'],
  DRIVE_LINK_REQUIRED: [422, 'Please enter a Google Drive link'],
  DRIVE_INVALID_LINK: [
    422,
    "This isn't a link to a Google Drive file or folder. In Google Drive, choose Share, then Copy link.",
  ],
  DRIVE_FILE_NOT_FOUND: [404, "The file doesn't exist or isn't shared with the connected account."],
  DRIVE_FOLDER_NOT_FOUND: [
    404,
    "The folder doesn't exist or isn't shared with the connected account.",
  ],
  DRIVE_IN_TRASH: [404, 'This is in the Google Drive trash. Restore it there, then try again.'],
  DRIVE_ACCESS_DENIED: [
    403,
    "The connected account doesn't have permission to do this in Google Drive.",
  ],
  DRIVE_ACCESS_ERROR: [502, 'Google Drive returned an unexpected response. Try again.'],
  DRIVE_EMPTY_FOLDER: [422, 'This folder is empty.'],
  DRIVE_NO_MEDIA: [422, 'This folder has no photos, videos or documents.'],
  DRIVE_NO_MEDIA_FILES: [
    422,
    'This folder and its subfolders have no photos, videos or documents.',
  ],
  DRIVE_NO_VIDEOS: [422, 'This folder has no videos.'],
  DRIVE_TYPE_NOT_SUPPORTED: [
    422,
    "This type of file can't be imported. Choose a photo, a video, or a PDF, Word, SRT, CSV, TXT or KML file.",
  ],
  DRIVE_API_ACCESS: [
    409,
    "Google rejected this site's settings. Check that the Google Drive API is enabled for its Google Cloud project.",
  ],
  DRIVE_QUOTA: [429, 'Google Drive is busy right now. Try again later.'],
  DRIVE_UNREACHABLE: [502, "Google Drive can't be reached right now. Try again."],
  DRIVE_SCOPE_MISSING: [
    403,
    'Access denied to Google Drive... Connect again and allow all permissions that Overfly requests.',
  ],
  DRIVE_CLOCK: [
    409,
    "This server's clock is wrong, so Google rejects its requests. Set the clock.",
  ],
  DRIVE_DOWNLOAD_REFUSED: [
    403,
    "The owner of this file doesn't allow downloads from Google Drive.",
  ],
  DRIVE_FILE_FLAGGED: [
    422,
    "Google Drive flagged this file as malware or spam, so it can't be downloaded.",
  ],
  DRIVE_DOWNLOAD_QUOTA: [
    429,
    "This file was downloaded too often today, so Google Drive won't release it. Try again tomorrow.",
  ],
  DRIVE_STORAGE_FULL: [
    507,
    "The connected account's Google Drive is full, or it's a service account without storage.",
  ],
  DRIVE_FILE_CHANGED: [
    409,
    'The file changed in Google Drive while it was being downloaded. Try again.',
  ],
  SUBMISSION_NOT_PUBLISHED: [409, 'Only published submissions can be saved to Google Drive.'],
  DRIVE_IMPORT_NOT_FOUND: [404, 'Import not found.'],
  DRIVE_SAVE_NOT_FOUND: [404, 'Google Drive save not found.'],
  QUOTA_REACHED: [
    507,
    "These files don't fit in this company's storage limit. Nothing was lost. Raise the limit and try again.",
  ],
  STORAGE_FULL: [507, 'Storage is full. Nothing was lost. Free up some space and try again.'],
  DATABASE_UNAVAILABLE: [503, "The database can't be reached. Try again in a moment."],
} as const satisfies Record<string, readonly [status: number, message: string]>;

export type ErrorCode = keyof typeof ERRORS;

export class AppError extends Error {
  readonly code: ErrorCode;
  readonly status: number;
  /** Seconds; the value of the Retry-After header (RFC 9110, section 10.2.3). */
  readonly retryAfter: number | undefined;

  constructor(
    code: ErrorCode,
    message?: string,
    options: ErrorOptions & { retryAfter?: number } = {},
  ) {
    super(message ?? ERRORS[code][1], options);
    this.name = 'AppError';
    this.code = code;
    this.status = ERRORS[code][0];
    this.retryAfter = options.retryAfter;
  }
}

export class RateLimitedError extends AppError {
  /** `subject` is the sentence before the waiting time; `instead` is an alternative, added before the final period. */
  constructor(seconds: number, subject = 'Too many attempts.', instead = '') {
    const retryAfter = Math.max(1, Math.ceil(seconds));
    const message = `${subject} Wait ${waitText(retryAfter)} and try again${instead}.`;
    super('RATE_LIMITED', message, { retryAfter });
  }
}

function waitText(seconds: number): string {
  const minutes = Math.ceil(seconds / 60);
  const [count, unit] = minutes < 60 ? [minutes, 'minute'] : [Math.ceil(minutes / 60), 'hour'];
  return `${count} ${unit}${count === 1 ? '' : 's'}`;
}

const FILE_FAULTS: ReadonlySet<ErrorCode> = new Set<ErrorCode>([
  'FILE_EMPTY',
  'FILE_DAMAGED',
  'FILE_TOO_LARGE',
  'FILE_TYPE_NOT_SUPPORTED',
]);

const PREVIEW_FAULTS: ReadonlySet<ErrorCode> = new Set<ErrorCode>([
  'PICTURE_TOO_LARGE',
  'PICTURE_STOPPED',
  'FILE_TYPE_NOT_SUPPORTED',
  'FFMPEG_MISSING',
  'VIDEO_TIMED_OUT',
  'VIDEO_TOO_LARGE',
]);

/** Whether another attempt could succeed. `code` may come from a different version of Overfly. */
export const canRetry = (code: string | null): boolean =>
  code !== 'PICTURE_TOO_LARGE' && !(FILE_FAULTS as ReadonlySet<string | null>).has(code);

export const isFileFault = (error: unknown): error is AppError =>
  error instanceof AppError && FILE_FAULTS.has(error.code);

/** Whether only the preview is missing: the file may be intact, so it's kept and can be downloaded. */
export const isPreviewFault = (error: unknown): error is AppError =>
  error instanceof AppError && PREVIEW_FAULTS.has(error.code);
