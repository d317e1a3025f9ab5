import { expect, test } from 'vitest';
import { DRIVE_FILE_SCOPE, DRIVE_READ_SCOPE } from '#domain/drive.ts';
import { scopeLabel } from './connection-card.tsx';

test('labels known permissions and shows unknown ones as they are', () => {
  expect([DRIVE_READ_SCOPE, DRIVE_FILE_SCOPE, 'openid'].map(scopeLabel)).toEqual([
    'See and download all files',
    'Add files and see the files it added',
    'See your email address',
  ]);
  const unknown = 'https://www.googleapis.com/auth/other';
  expect(scopeLabel(unknown)).toBe(unknown);
});
