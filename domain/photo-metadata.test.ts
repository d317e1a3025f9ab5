import { expect, test } from 'vitest';
import { photoClock } from './photo-metadata.ts';

const exif = { DateTimeOriginal: '2025:08:01 09:05:03' };
const local = '2025-08-01T09:05:03';

test.each([
  ['the last change', { exif: { DateTime: exif.DateTimeOriginal } }, { local, offset: null }],
  [
    'the last change, with its offset',
    { exif: { DateTime: exif.DateTimeOriginal, OffsetTime: '-05' } },
    { local, offset: -300 },
  ],
  ['XMP', { xmp: { CreateDate: '2025-08-01T09:05:03-05:00' } }, { local, offset: -300 }],
  [
    'XMP with EXIF names',
    { xmp: { DateTimeOriginal: local, OffsetTimeOriginal: '+02:00' } },
    { local, offset: 120 },
  ],
  [
    'IPTC',
    { iptc: { 'Date Created': '2025-08-01', 'Time Created': '09:05:03-05:00' } },
    { local, offset: -300 },
  ],
  [
    'IPTC of digitizing',
    { iptc: { 'Digital Creation Date': '2025-08-01', 'Digital Creation Time': '09:05:03' } },
    { local, offset: null },
  ],
  [
    'EXIF, with the offset of XMP',
    { exif, xmp: { DateCreated: '2025-08-01T09:05:03-05:00' } },
    { local, offset: -300 },
  ],
  [
    'EXIF, with the general offset of an unchanged photo',
    { exif: { ...exif, OffsetTime: '-05:00' } },
    { local, offset: -300 },
  ],
  [
    'EXIF, without the offset of another time in XMP',
    { exif, xmp: { CreateDate: '2025-08-01T16:05:03+02:00' } },
    { local, offset: null },
  ],
  [
    'EXIF, with its own offset rather than that of XMP',
    {
      exif: { ...exif, OffsetTimeOriginal: '-05' },
      xmp: { DateTimeOriginal: '2025-08-01T09:05:03+02:00' },
    },
    { local, offset: -300 },
  ],
])('reads the time from %s', (_of, blocks, reading) => {
  expect(photoClock(blocks)).toEqual({ reading, gpsTime: null });
});

test.each([
  ['a list', { exif: { GPSDateStamp: '2025:08:13', GPSTimeStamp: [10, 36, 13.5] } }],
  ['text', { exif: { GPSDateStamp: '2025-08-13', GPSTimeStamp: '10:36:13' } }],
  ['XMP', { xmp: { GPSTimeStamp: '2025-08-13T10:36:13Z' } }],
])('reads GPS time from %s rather than the time of the last change', (_from, blocks) => {
  const xmp = { ModifyDate: '2025-09-01T10:00:00', ...('xmp' in blocks && blocks.xmp) };
  const gpsTime = new Date('2025-08-13T10:36:13Z');
  expect(photoClock({ ...blocks, xmp })).toEqual({ reading: null, gpsTime });
});
