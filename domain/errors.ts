import { COMMON_ERRORS } from './common-errors.ts';

export const ERRORS = {
  ...COMMON_ERRORS,
  INVALID_INPUT: [400, 'Some of the information entered is not valid.'],
  REQUEST_TOO_LARGE: [413, 'This request is too large.'],
  REQUEST_MALFORMED: [400, 'This request is not valid HTTP.'],
  REQUEST_TOO_SLOW: [408, 'This request took too long to arrive. Please try again.'],
  REQUEST_ABORTED: [499, 'The connection was closed before the answer was ready.'],
  HEADER_TOO_LARGE: [431, 'The headers of this request are too large.'],
  SHARE_PASSWORD_REQUIRED: [401, 'This link is password-protected.'],
  INVALID_CREDENTIALS: [401, 'Invalid login credentials'],
  SAMPLE_PASSWORD_ELSEWHERE: [
    403,
    'The published password of the sample site works only on the machine that runs Overfly.',
  ],
  ALREADY_REGISTERED: [409, 'User already registered'],
  INVALID_COMPANY_CODE: [
    422,
    'The company code you entered is not valid or inactive. Please contact your administrator.',
  ],
  WRONG_PASSWORD: [403, 'The password is incorrect.'],
  PASSWORD_NOT_SET: [409, 'Your account has no password yet. Set one under Password first.'],
  LINK_NOT_VALID: [422, 'This link has expired or was already used. Request a new one.'],
  LINK_NEEDS_PASSWORD: [403, 'Enter your account password to confirm this email address.'],
  CODE_NOT_VALID: [422, 'This code is not valid or was already used.'],
  SIGN_IN_TOOK_TOO_LONG: [422, 'Sign-in timed out. Please sign in again.'],
  PROVIDER_CANCELED: [403, 'The sign-in was canceled. You can try again, or use your password.'],
  PROVIDER_UNREACHABLE: [
    502,
    'The sign-in service cannot be reached right now. Please try again in a moment.',
  ],
  PROVIDER_REFUSED: [403, 'The sign-in could not be completed. Please try again.'],
  PROVIDER_ADDRESS_NOT_VERIFIED: [
    403,
    'The sign-in service has not verified your email address. Ask the administrator of that service.',
  ],
  PROVIDER_DOMAIN_REFUSED: [
    403,
    'People with this kind of email address cannot sign in this way. Please use your password.',
  ],
  PROVIDER_ADDRESS_UNKNOWN: [
    403,
    'There is no account with your email address here. Please ask for an invitation.',
  ],
  PROVIDER_ACCOUNT_DEACTIVATED: [
    403,
    'Your account has been deactivated. Please contact your administrator.',
  ],
  PROVIDER_ACCOUNT_OTHER: [
    403,
    'The account with your email address belongs to another user of the sign-in service. Please contact your administrator.',
  ],
  SECOND_FACTOR_IS_ON: [409, 'Two-factor sign-in is already on.'],
  SECOND_FACTOR_IS_OFF: [409, 'Two-factor sign-in is off.'],
  SECOND_FACTOR_REQUIRED: [403, 'Set up two-factor sign-in on your account page first.'],
  SESSION_NOT_FOUND: [404, 'This session has already ended.'],
  TOKEN_NOT_VALID: [401, 'This API token was revoked, has expired, or belongs to another site.'],
  TOKEN_SCOPE_MISSING: [403, 'This API token does not have the scope that this needs.'],
  TOKEN_NOT_TAKEN: [403, 'API tokens cannot do this. Sign in instead.'],
  API_TOKEN_NOT_FOUND: [404, 'This API token was not found. It may have been revoked.'],
  WEBHOOK_NOT_FOUND: [404, 'This webhook was not found. It may have been deleted.'],
  WEBHOOK_ADDRESS: [422, 'This address cannot be found. Check the spelling.'],
  WEBHOOK_DISABLED: [409, 'This webhook is disabled. Enable it first.'],
  DELIVERY_NOT_FOUND: [404, 'This message was not found. Messages are kept for 30 days.'],
  DELIVERY_UNDER_WAY: [409, 'This message is being sent right now.'],
  ACCESS_DENIED: [403, "You don't have permission to do this."],
  CROSS_SITE_REQUEST: [403, 'This request came from another website and was blocked.'],
  SUBMISSION_CHANGED: [409, 'Someone else has changed this in the meantime.'],
  FILE_NOT_FOUND: [404, 'File not found.'],
  ORIGINAL_MISSING: [410, 'The original of this file is missing. Upload it again.'],
  VIEWPOINT_NOT_FOUND: [404, 'Viewpoint not found.'],
  VIEWPOINT_NAME_TAKEN: [409, 'Another viewpoint of this project has this name.'],
  VIEWPOINTS_CHANGED: [
    409,
    'The viewpoints of this project have changed in the meantime. Please try again.',
  ],
  VIEWPOINT_MERGED_INTO_ITSELF: [422, 'Choose another viewpoint to merge this one into.'],
  VIEWPOINT_HAS_PHOTOS: [409, 'This viewpoint still has photos. Merge it into another instead.'],
  VIEWPOINT_LEFT_EMPTY: [422, 'Leave at least one photo in the viewpoint.'],
  PHOTO_OF_NO_VIEWPOINT: [
    422,
    'Only photos of submissions of this project can be in its viewpoints.',
  ],
  TIMELAPSE_NOT_FOUND: [404, 'Time-lapse not found.'],
  TIMELAPSE_TOO_SHORT: [409, 'A time-lapse needs photos of at least two weeks.'],
  MEASUREMENT_NOT_FOUND: [404, 'Measurement not found.'],
  MAP_WITHOUT_HEIGHTS: [422, 'This map has no heights. Choose an elevation map.'],
  MAP_WITHOUT_PLACE: [
    422,
    'The position of this map is not known yet, so nothing can be measured.',
  ],
  MAPS_OF_TWO_PROJECTS: [422, 'These two maps belong to different projects.'],
  MEASURED_OUTSIDE: [422, 'There are no heights here. Draw inside the map.'],
  TOO_MANY_DOWNLOADS: [429, 'Too many downloads at once. Wait for one to finish, then try again.'],
  TOO_MANY_REQUESTS: [429, 'Too many requests at once. Please try again in a moment.'],
  TOO_BUSY: [503, 'The server is busy right now. Please try again in a moment.'],
  UPLOAD_NOT_FOUND: [404, 'Upload not found.'],
  UPLOAD_TAKEN_OVER: [409, 'This upload continued in another window.'],
  UPLOAD_DIFFERS: [
    422,
    'The file was damaged during the upload. Nothing was stored. Please upload it again.',
  ],
  DOWNLOAD_NOT_FOUND: [404, 'Download not found.'],
  DOWNLOAD_EXPIRED: [410, 'This download has expired. Please prepare it again.'],
  DOWNLOAD_CHANGED: [
    410,
    'Some files of this download were removed or can no longer be seen. Please prepare it again.',
  ],
  DOWNLOAD_NOT_READY: [409, 'This evidence pack is not ready yet.'],
  DOWNLOAD_EMPTY: [409, 'These weeks have no files of these kinds.'],
  DOWNLOAD_TOO_LARGE: [422, 'This is more than 20,000 files. Please choose fewer weeks.'],
  COMPANY_NOT_FOUND: [404, 'Company not found.'],
  SHARE_PASSWORD_WRONG: [403, 'The password is incorrect. Please try again.'],
  SHARE_LINK_NOT_FOUND: [404, 'Share link not found.'],
  FORM_SUBMISSION_NOT_FOUND: [404, 'Form submission not found.'],
  MAIL_NOT_FOUND: [404, 'Email not found, or already sent.'],
  NOTIFICATION_NOT_FOUND: [404, 'Notification not found.'],
  JOB_NOT_FOUND: [404, 'This job was not found, or is already being tried again.'],
  MAIL_BEING_SENT: [409, 'This email is being sent right now.'],
  SHARE_LINK_NOT_AVAILABLE: [404, 'This shared link is not available or has expired.'],
  SHARE_LINK_EXPIRED: [404, 'This shared link has expired.'],
  PERSON_NOT_FOUND: [404, 'Account not found.'],
  OWN_ACCOUNT: [409, 'You cannot do this to your own account.'],
  LAST_OF_ROLE: [
    409,
    'This is the last active account with this role. Give the role to someone else first.',
  ],
  ADDRESS_NOT_VERIFIED: [
    409,
    'This person has not verified their email address yet, so they cannot become staff.',
  ],
  PRESENT_ADDRESS_NOT_VERIFIED: [
    409,
    'Please verify your current email address first. If it has a typo, sign out and create an account with the correct address.',
  ],
  NOT_STAFF: [409, 'A project manager must be an active staff member.'],
  INVITATION_NOT_FOUND: [404, 'Invitation not found.'],
  INVITATION_OPEN: [
    409,
    'This email address has already been invited. Resend that invitation instead.',
  ],
  ADDRESS_HAS_ACCOUNT: [409, 'An account with this email already exists.'],
  INVITATION_NOT_VALID: [
    404,
    'This invitation link is not valid. If you received a newer one, please use that.',
  ],
  INVITATION_EXPIRED: [410, 'This invitation has expired. Please ask for a new one.'],
  INVITATION_REVOKED: [
    410,
    'This invitation was withdrawn. Please contact the person who sent it.',
  ],
  INVITATION_USED: [410, 'This invitation was already used. Please sign in to your account.'],
  COMPANY_CODE_TAKEN: [409, 'A company with this code already exists.'],
  NAME_DOES_NOT_MATCH: [400, 'Please type the project name exactly as shown.'],
  SHARE_NOT_ALLOWED: [403, "You don't have permission to share the selected project."],
  SUBMISSION_EMPTY: [409, 'Add a file, a text or a map link before publishing.'],
  SUBMISSION_BUSY: [409, 'Some files are still processing. Publish again when they are ready.'],
  SCHEDULE_NEEDS_DRAFT: [409, 'Only a draft can be scheduled.'],
  NOT_IN_BIN: [404, 'This is not in the trash. It may have been restored, or deleted for good.'],
  SUBMISSION_IN_BIN: [404, 'This submission is in the trash, where it can be restored.'],
  HOME_IN_BIN: [
    409,
    'The project or submission this belongs to is in the trash, too. Restore it first.',
  ],
  TWIN_EXISTS: [409, 'Some of these files were uploaded again since. Delete those first.'],
  FILES_IN_PROJECT: [409, 'The other project already has some of these files.'],
  FILES_NEED_DRAFT: [
    409,
    'Files can only be moved to a draft. Return the other one to draft first.',
  ],
  FILES_ELSEWHERE: [
    409,
    'Some files were not taken at this project. Move or remove them, or confirm that they belong here.',
  ],
  CLOCK_PAUSED: [409, 'The clock is already paused.'],
  CLOCK_STOPPED: [409, 'The clock stopped when this was first published.'],
  NOT_A_VIDEO: [422, 'Only videos have chapters and a picture to choose.'],
  CHAPTER_OUTSIDE_VIDEO: [422, 'A chapter cannot begin after the end of the video.'],
  CHAPTER_TWICE: [422, 'Two chapters cannot begin at the same moment.'],
  MOMENT_OUTSIDE_VIDEO: [422, 'The video is shorter than that.'],
  NO_PICTURE: [422, 'This file has no picture to use as a cover.'],
  FILE_BUSY: [409, 'The file is still processing. Try again when it is ready.'],
  POSTER_FAILED: [422, 'The picture of that moment could not be created. The previous one stays.'],
  FILE_EMPTY: [422, 'The file is empty.'],
  FILE_DAMAGED: [422, 'The file is damaged and cannot be read.'],
  PICTURE_TOO_LARGE: [422, 'The image has too many pixels.'],
  PICTURE_STOPPED: [422, 'Reading this image took too long and was stopped.'],
  RASTER_OUT_OF_RANGE: [
    422,
    'The coordinates of this raster are outside the area of its coordinate system, so it cannot be put on a map.',
  ],
  RASTER_WITHOUT_POSITION: [
    422,
    'This file does not say where its pixels are, so a coordinate system does not help. Upload its world file (such as .tfw) beside it, under the same name.',
  ],
  RASTER_TYPE_IMPOSSIBLE: [422, 'The bands of this file do not fit that kind of map.'],
  RASTER_NOT_READ: [409, 'This file could not be read as a map.'],
  EPSG_UNKNOWN: [422, 'This code is not in the EPSG register of coordinate systems.'],
  FILE_TYPE_NOT_SUPPORTED: [422, 'This type of file is not supported.'],
  FFMPEG_MISSING: [
    503,
    'Videos cannot be converted because ffmpeg is not installed on the server.',
  ],
  VIDEO_TIMED_OUT: [422, 'Converting the video took too long and was stopped.'],
  VIDEO_TOO_LARGE: [
    422,
    'This video is too large for this server to convert. You can still download it.',
  ],
  DRIVE_NOT_CONFIGURED: [409, 'Google Drive is not initialized. Please refresh the page.'],
  DRIVE_NOT_CONNECTED: [409, 'Google Drive is not connected yet. Connect it in the settings.'],
  DRIVE_EXPIRED: [409, 'Authentication expired... Please connect Google Drive again.'],
  DRIVE_LINK_REQUIRED: [422, 'Please enter a Google Drive link'],
  DRIVE_INVALID_LINK: [
    422,
    'This is not a link to a file or folder in Google Drive. Copy it with Share, Copy link.',
  ],
  DRIVE_FILE_NOT_FOUND: [
    404,
    'The file does not exist, or is not shared with the connected account.',
  ],
  DRIVE_FOLDER_NOT_FOUND: [
    404,
    'The folder does not exist, or is not shared with the connected account.',
  ],
  DRIVE_IN_TRASH: [404, 'This is in the Google Drive trash. Restore it there and try again.'],
  DRIVE_ACCESS_DENIED: [403, 'The connected account has no permission to do this in Google Drive.'],
  DRIVE_ACCESS_ERROR: [502, 'Google Drive returned an unexpected response. Try again.'],
  DRIVE_EMPTY_FOLDER: [422, 'There is nothing in this folder.'],
  DRIVE_NO_MEDIA: [422, 'There are no photos, videos or documents in this folder.'],
  DRIVE_NO_MEDIA_FILES: [
    422,
    'There are no photos, videos or documents in this folder or its subfolders.',
  ],
  DRIVE_NO_VIDEOS: [422, 'There are no videos in this folder.'],
  DRIVE_TYPE_NOT_SUPPORTED: [
    422,
    'This type of file cannot be imported. Choose a photo, a video, or a PDF, Word, SRT, CSV, TXT or KML file.',
  ],
  DRIVE_API_ACCESS: [
    409,
    'Google refuses the settings of this site. Check that the Google Drive API is switched on for its project.',
  ],
  DRIVE_QUOTA: [429, 'Google Drive is busy right now. Please try again later.'],
  DRIVE_UNREACHABLE: [502, 'Google Drive cannot be reached right now. Please try again.'],
  DRIVE_SCOPE_MISSING: [
    403,
    'Access denied to Google Drive... Please connect again and allow everything that Overfly asks for.',
  ],
  DRIVE_CLOCK: [409, 'The clock of this server is wrong, so Google refuses it. Set the clock.'],
  DRIVE_DOWNLOAD_REFUSED: [
    403,
    'The owner of this file does not allow downloads from Google Drive.',
  ],
  DRIVE_FILE_FLAGGED: [
    422,
    'Google Drive has flagged this file as malware or spam, so it cannot be downloaded.',
  ],
  DRIVE_DOWNLOAD_QUOTA: [
    429,
    'This file was downloaded too often today, so Google Drive holds it back. Try again tomorrow.',
  ],
  DRIVE_STORAGE_FULL: [
    507,
    'The Google Drive of the connected account is full, or is a service account without storage.',
  ],
  DRIVE_FILE_CHANGED: [409, 'The file was changed in Google Drive while it was read.'],
  SUBMISSION_NOT_PUBLISHED: [409, 'Only published submissions can be saved to Google Drive.'],
  DRIVE_IMPORT_NOT_FOUND: [404, 'Import not found.'],
  DRIVE_SAVE_NOT_FOUND: [404, 'This copy to Google Drive was not found.'],
  QUOTA_REACHED: [
    507,
    'This company has no storage left for these files. Nothing was lost. Raise its limit and try again.',
  ],
  STORAGE_FULL: [507, 'Storage is full. Nothing was lost. Free up some space and try again.'],
  DATABASE_UNAVAILABLE: [503, 'The database cannot be reached. Please try again in a moment.'],
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
  /** `subject`: what there was too much of; `instead`: an alternative, added before the period. */
  constructor(seconds: number, subject = 'Too many attempts.', instead = '') {
    const retryAfter = Math.max(1, Math.ceil(seconds));
    const message = `${subject} Please wait ${waitText(retryAfter)} and try again${instead}.`;
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
