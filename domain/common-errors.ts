/** Errors that pages refer to by code. They are separate from ERRORS to keep the page bundles small. */
export const COMMON_ERRORS = {
  INTERNAL: [500, 'Something went wrong on our end. Try again.'],
  RATE_LIMITED: [429, 'Too many attempts. Wait a moment and try again.'],
  FILE_TOO_LARGE: [413, 'The file is too large.'],
  NOT_FOUND: [404, 'Not found.'],
  NOT_SIGNED_IN: [401, 'Sign in to continue.'],
  COOKIES_REFUSED: [
    400,
    "Your browser blocks cookies for this site, so you can't stay signed in. Allow cookies and try again.",
  ],
  PROJECT_NOT_FOUND: [404, 'Project not found.'],
  DOWNLOAD_EMPTY: [409, 'The selected weeks have no files of these types.'],
  SUBMISSION_NOT_FOUND: [404, "Week not found or you don't have access to it."],
} as const;
