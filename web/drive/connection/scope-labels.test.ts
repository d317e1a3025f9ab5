import { expect, test } from 'vitest';
import { DRIVE_FILE_SCOPE, DRIVE_READ_SCOPE } from '#domain/drive.ts';
import { scopeLabel } from './connection-card.tsx';

test('granted permissions are said in words, and those nobody knows by their name', () => {
  expect([DRIVE_READ_SCOPE, DRIVE_FILE_SCOPE, 'openid'].map(scopeLabel)).toEqual([
    'See and download all files',
    'Add files, and see the ones it added',
    'See your email address',
  ]);
  const unknown = 'https://www.googleapis.com/auth/other';
  expect(scopeLabel(unknown)).toBe(unknown);
});
