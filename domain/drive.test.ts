import { expect, test } from 'vitest';
import { driveErrorTitle, driveFileKind } from './drive.ts';
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
test.each(TITLES)('the title of %s is %s', (code, title) => {
  expect(driveErrorTitle(code)).toBe(title);
});

test.each([
  ['DJI_0001.SRT', 'application/octet-stream', 'document'],
  ['gcp_list.txt', 'text/plain', 'document'],
  ['Soil report', 'application/pdf', 'document'],
  ['Minutes.DOCX', 'application/octet-stream', 'document'],
  ['map.tfw', 'application/octet-stream', 'document'],
  ['map.tif', 'application/octet-stream', 'photo'],
  ['film.mp4', 'text/plain', 'video'],
  ['plan.pdf', 'application/vnd.google-apps.document', null],
  ['notes', 'text/plain', null],
  ['model.ifc', 'text/plain', null],
])('imports %s of type %s as %s', (name, mimeType, kind) => {
  expect(driveFileKind({ name, mimeType })).toBe(kind);
});
