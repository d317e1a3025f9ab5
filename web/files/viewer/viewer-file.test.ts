import { expect, it } from 'vitest';
import { makeFile } from '#test/fixtures/viewer-files.ts';
import { shownFiles } from './viewer-file.ts';

it('shows photos, and videos with their flight data', () => {
  const video = makeFile({ id: 'video', kind: 'video', fileName: 'DJI_0078.MP4' });
  const flightData = makeFile({
    kind: 'document',
    fileType: 'application/x-subrip',
    fileName: 'dji_0078.srt',
    originalUrl: '/flight-data',
  });
  const others = [{ ...flightData, fileName: 'DJI_0079.SRT' }, makeFile({ kind: 'raster' })];
  const photo = makeFile({ id: 'photo' });
  expect(shownFiles([...others, video, photo, flightData])).toEqual([
    { ...video, title: 'Video 1', flightLogUrl: '/flight-data' },
    { ...photo, title: 'Photo 1' },
  ]);
  expect(shownFiles([video, ...others])).toEqual([
    { ...video, title: 'Video 1', flightLogUrl: null },
  ]);
});
