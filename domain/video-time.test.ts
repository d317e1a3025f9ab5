import { describe, expect, test } from 'vitest';
import { logClock, nameClock, videoTimes, type VideoClues } from './video-time.ts';

const BOGOTA = 'America/Bogota'; // UTC-5
const NINE = '2025-08-01T09:05:03';
const clues = (more: Partial<VideoClues>): VideoClues => ({
  fileName: 'DJI_0001.MP4',
  headerTime: new Date(`${NINE}Z`),
  seconds: 60,
  position: null,
  logClock: null,
  uploadedAt: new Date('2025-08-02T00:00:00Z'),
  ...more,
});
const at = (time: string) => Date.parse(time);
const timesOf = (videos: VideoClues[], photos: string[] = [], zone = BOGOTA) =>
  videoTimes(videos, photos.map(at), zone).map(({ capturedAt }) => capturedAt?.toISOString());

const LOCAL = '2025-08-01T14:05:03.000Z';
const UTC = '2025-08-01T09:05:03.000Z';

describe('a header that may be in local time', () => {
  test('is read as UTC without other evidence', () => {
    expect(videoTimes([clues({})], [], BOGOTA)).toEqual([
      { capturedAt: new Date(UTC), capturedLocal: '2025-08-01T04:05:03', timeZoneSource: 'site' },
    ]);
  });

  test.each<[string, Partial<VideoClues>, string[], string]>([
    ['its name', { fileName: 'DJI_20250801090503_0001.MP4' }, [], LOCAL],
    ['its name, in UTC', { fileName: 'DJI_20250801040503_0001.MP4' }, [], UTC],
    ['its name, at the end', { fileName: 'VID_20250801_090402_00_001.mp4' }, [], LOCAL],
    ['the name of a Pixel phone', { fileName: 'PXL_20250801_090503123.mp4' }, [], UTC],
    ['its log', { logClock: '2025-08-01T09:05:05' }, [], LOCAL],
    ['its log, before its name', { logClock: NINE, fileName: '20250801_040503.mp4' }, [], LOCAL],
    ['photos', {}, ['2025-08-01T14:20:00Z'], LOCAL],
    ['photos, in UTC', {}, ['2025-08-01T09:20:00Z'], UTC],
    ['photos near either', {}, ['2025-08-01T09:20:00Z', '2025-08-01T14:00:00Z'], UTC],
    ['photos near neither', {}, ['2025-08-01T11:20:00Z'], UTC],
    ['an unrelated name', { fileName: '2025-08-03 18.00.00.mp4' }, [], UTC],
  ])('is read to match %s', (_what, more, photos, expected) => {
    expect(timesOf([clues(more)], photos)).toEqual([expected]);
  });

  test('is never read as later than the upload', () => {
    const uploadedAt = new Date('2025-08-01T01:00:00Z');
    expect(timesOf([clues({ uploadedAt })], [], 'Asia/Tokyo')).toEqual([
      '2025-08-01T00:05:03.000Z',
    ]);
    const ahead = clues({ headerTime: new Date('2090-08-01T09:05:03Z') });
    expect(timesOf([ahead], [], 'Asia/Tokyo')).toEqual(['2090-08-01T09:05:03.000Z']);
  });

  test('is read like most videos with similar names', () => {
    const sure = clues({ fileName: 'DJI_0002.MP4', logClock: NINE });
    const other = clues({ fileName: 'GX010001.MP4' });
    expect(timesOf([clues({}), sure, other])).toEqual([LOCAL, LOCAL, UTC]);
  });

  test('is read as local time at the position of the video', () => {
    const position = { latitude: 52.37, longitude: 4.89 };
    const fileName = 'DJI_20250801090503_0001.MP4';
    expect(videoTimes([clues({ position, fileName })], [], BOGOTA)).toEqual([
      {
        capturedAt: new Date('2025-08-01T07:05:03Z'),
        capturedLocal: NINE,
        timeZoneSource: 'gps',
      },
    ]);
  });
});

test('without a header, the time comes from the log or the name', () => {
  const headerTime = null;
  const named = clues({ headerTime, fileName: 'DJI_20250801090503_0001.MP4' });
  const logged = clues({ headerTime, logClock: NINE });
  expect(timesOf([named, logged, clues({ headerTime })])).toEqual([LOCAL, LOCAL, undefined]);
});

test.each([
  ['DJI_20250801090503_0001_V.MP4', NINE],
  ['20250801_090503.mp4', NINE],
  ['WIN_20250801_09_05_03_Pro.mp4', NINE],
  ['2025-08-01 09.05.03.mov', NINE],
  ['WhatsApp Video 2025-08-01 at 09.05.03 PM.mp4', '2025-08-01T21:05:03'],
  ['DJI_20251301090503_0001.MP4', undefined],
  ['DJI_0001.MP4', undefined],
  ['202508010905031234567.mp4', undefined],
])('the name %s contains the time %s', (name, local) => {
  expect(nameClock(name)?.local).toBe(local);
});

test.each([
  ['<font size="36">SrtCnt : 1\n2022-08-07 13:40:40,774,808\n[iso : 100]', '2022-08-07T13:40:40'],
  ['HOME(149.0251,-20.2532) 2017.8.5 14:11:51', '2017-08-05T14:11:51'],
  ['00:00:00,000 --> 00:00:01,000\nF/2.8, SS 30.15', null],
])('a flight log contains its start time', (log, clock) => {
  expect(logClock(log)).toBe(clock);
});
