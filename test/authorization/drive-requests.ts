import { get, input, none, type Prepare } from './attempt.ts';

const FILE = { driveFileId: '1OverflyTestFile_-0123456789abcd' };
const LINK = { link: `https://drive.google.com/open?id=${FILE.driveFileId}` };

export const DRIVE_REQUESTS: Record<string, Prepare> = {
  'drive.status': none,
  'drive.connect': () => input({ next: '/operator/settings/drive' }),
  'drive.disconnect': none,
  'drive.inspect': () => input(LINK),
  'drive.recent': none,
  'drive.getSharing': () => input(FILE),
  'drive.makePublic': () => input(FILE),
  'drive.makePrivate': () => input(FILE),
  'GET /api/operator/drive/callback': () => get('/api/operator/drive/callback?state=x&code=y'),
  'GET /api/operator/drive/thumbnails/:id': () =>
    get(`/api/operator/drive/thumbnails/${FILE.driveFileId}`),
};
