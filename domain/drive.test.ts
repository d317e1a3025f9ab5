import { expect, test } from 'vitest';
import { driveErrorTitle } from './drive.ts';
import type { ErrorCode } from './errors.ts';

const TITLES: [ErrorCode, string | null][] = [
  ['DRIVE_INVALID_LINK', 'Invalid Link'],
  ['DRIVE_FILE_NOT_FOUND', 'File Not Found'],
  ['DRIVE_FOLDER_NOT_FOUND', 'Folder Not Found'],
  ['DRIVE_IN_TRASH', 'In the Trash'],
  ['DRIVE_ACCESS_DENIED', 'Access Denied'],
  ['DRIVE_ACCESS_ERROR', 'Access Error'],
  ['DRIVE_EMPTY_FOLDER', 'Empty Folder'],
  ['DRIVE_NO_MEDIA', 'No Media Found'],
  ['DRIVE_NO_MEDIA_FILES', 'No Media Files Found'],
  ['DRIVE_NO_VIDEOS', 'No Videos Found'],
  ['DRIVE_TYPE_NOT_SUPPORTED', 'File Type Not Supported'],
  ['DRIVE_API_ACCESS', 'API Access Issue'],
  ['DRIVE_UNREACHABLE', null],
];
test.each(TITLES)('what is said of %s is headed %s', (code, title) => {
  expect(driveErrorTitle(code)).toBe(title);
});
