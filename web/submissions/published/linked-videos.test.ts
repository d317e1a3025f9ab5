import { expect, test } from 'vitest';
import { linkedVideos } from './submission-contents.ts';

const link = (id: string) => `https://drive.google.com/file/d/1OverflyFilm_0123456789${id}/view`;

test('lists the linked videos that were not imported', () => {
  const contentText = `[Flight.mp4] ${link('a')}\n[DJI_0042.JPG] ${link('b')}\n[Tour.mov] ${link('c')}`;
  expect(linkedVideos({ contentText }).map(({ name }) => name)).toEqual(['Flight.mp4', 'Tour.mov']);
  const driveCopies = { 'gdrive-1OverflyFilm_0123456789a': '00000000-0000-4000-8000-000000000001' };
  expect(linkedVideos({ contentText, driveCopies }).map(({ name }) => name)).toEqual(['Tour.mov']);
  expect(linkedVideos({ contentText: null })).toEqual([]);
});
