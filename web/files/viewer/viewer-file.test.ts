import { expect, it } from 'vitest';
import { makeFile } from '#test/fixtures/viewer-files.ts';
import { shownFiles } from './viewer-file.ts';

it('shows photos, and films with the notes of their flight', () => {
  const film = makeFile({ id: 'film', kind: 'video', fileName: 'DJI_0078.MP4' });
  const notes = makeFile({
    kind: 'document',
    fileType: 'application/x-subrip',
    fileName: 'dji_0078.srt',
    originalUrl: '/notes',
  });
  const others = [{ ...notes, fileName: 'DJI_0079.SRT' }, makeFile({ kind: 'raster' })];
  const photo = makeFile({ id: 'photo' });
  expect(shownFiles([...others, film, photo, notes])).toEqual([
    { ...film, title: 'Video 1', flightLogUrl: '/notes' },
    { ...photo, title: 'Photo 1' },
  ]);
  expect(shownFiles([film, ...others])).toEqual([
    { ...film, title: 'Video 1', flightLogUrl: null },
  ]);
});
