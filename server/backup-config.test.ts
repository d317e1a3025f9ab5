import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { readConfig } from './config.ts';

const dataDir = mkdtempSync(join(tmpdir(), 'overfly-config-'));
afterAll(() => rmSync(dataDir, { recursive: true, force: true }));
const read = (settings: Record<string, string>) =>
  readConfig({ DATA_DIR: dataDir, ...settings }).backups;

const BUCKET = {
  BACKUP_S3_ENDPOINT: 'https://s3.example/',
  BACKUP_S3_BUCKET: 'backups',
  BACKUP_S3_ACCESS_KEY_ID: 'id',
  BACKUP_S3_SECRET_ACCESS_KEY: 'secret',
};

test('backups go to a folder or a bucket, every night by default', () => {
  expect(read({ BACKUP_TIME: '23:30' })).toBeNull();
  expect(read({ BACKUP_FOLDER: '/mnt/backups' })).toEqual({
    place: { kind: 'folder', folder: '/mnt/backups' },
    time: '02:00',
    timeZone: 'America/Chicago',
    keep: 7,
  });
  expect(read(BUCKET)?.place).toMatchObject({ kind: 'bucket', endpoint: 'https://s3.example' });
});

test.each([
  [{ BACKUP_FOLDER: '/mnt', BACKUP_TIME: '24:00' }, 'BACKUP_TIME: must be a time'],
  [{ BRAND_TIME_ZONE: 'Texas' }, 'BRAND_TIME_ZONE: Unknown time zone'],
  [{ BACKUP_KEEP: '0' }, 'BACKUP_KEEP'],
  [{ BACKUP_S3_BUCKET: 'backups' }, 'BACKUP_S3_ENDPOINT: is required'],
  [{ ...BUCKET, BACKUP_FOLDER: '/mnt' }, 'BACKUP_FOLDER: set either this'],
])('%j is refused', (settings, problem) => {
  expect(() => read(settings)).toThrow(problem);
});
