import { expect, test } from 'vitest';
import { driveLinksIn } from '#domain/drive-links.ts';
import { listNamedLinks } from './text-links.tsx';

test('returns the id, name and resource key of each linked file', () => {
  const text = `[Slab.jpg] https://drive.google.com/file/d/1OverflyFile_0123456789abc/view?resourcekey=0-xyz
https://drive.google.com/drive/folders/1OverflyFolder_0123456789ab
https://drive.google.com/file/d/1OverflyFile_0123456789abd/view`;
  expect(listNamedLinks(driveLinksIn(text))).toMatchObject([
    { linkId: 'gdrive-1OverflyFile_0123456789abc', name: 'Slab.jpg', resourceKey: '0-xyz' },
    { id: '1OverflyFile_0123456789abd', name: 'Link 3', resourceKey: null },
  ]);
});
