import { describe, expect, it, vi } from 'vitest';
import { captureTime, parseClock, parseOffset } from './capture-time.ts';

const at = (local: string, offset: number | null = null) => ({ local, offset });

describe('a date in a file', () => {
  it.each([
    ['2025:07:14 10:23:45', at('2025-07-14T10:23:45')],
    ['2025-07-14T10:23:45.69', at('2025-07-14T10:23:45')],
    ['2025-07-14T10:23:45+02:00', at('2025-07-14T10:23:45', 120)],
    ['2025-07-14T10:23:45Z', at('2025-07-14T10:23:45', 0)],
    ['2024:02:29 23:59:59', at('2024-02-29T23:59:59')],
    ['2025:08:22 24:08:19', at('2025-08-22T00:08:19')],
    ['2025: 8: 1  9: 5: 3', at('2025-08-01T09:05:03')],
    ['2025/08/01 09:05:03', at('2025-08-01T09:05:03')],
    ['2025:08:01 09:05', at('2025-08-01T09:05:00')],
    ['2025-08-01T09:05-05', at('2025-08-01T09:05:00', -300)],
  ])('reads %j', (text, expected) => {
    expect(parseClock(text)).toEqual(expected);
  });

  it.each([
    '0000:00:00 00:00:00',
    '1601:06:06 16:39:33',
    '1970-01-01T00:00:00',
    '1989:12:31 23:59:59',
    '2100:01:01 00:00:00',
    '9999:12:31 23:59:59',
    '2025:02:29 10:00:00',
    '2025:13:01 10:00:00',
    '2025:06:31 10:00:00',
    '2025:06:30 25:00:00',
    '2025:06:30 10:61:00',
    '    :  :     :  :  ',
    '2025:06:30',
    'yesterday',
    '',
    undefined,
    20_250_630,
    new Uint8Array(20),
  ])('finds no date in %j', (value) => {
    expect(parseClock(value)).toBeNull();
  });
});

it.each([
  ['+05:30', 330],
  ['-0600', -360],
  ['-05', -300],
  ['+5:30', 330],
  ['Z', 0],
  ['+15:00', null],
  ['06:00', null],
  [' ', null],
  [2, null],
])('reads the offset %j as %j minutes', (text, minutes) => {
  expect(parseOffset(text)).toBe(minutes);
});

describe('the capture time', () => {
  const bogota = { latitude: 4.71, longitude: -74.07 };

  it('uses the UTC offset in the file first', () => {
    expect(captureTime(at('2025-07-14T10:23:45', 120), bogota, 'Asia/Tokyo')).toEqual({
      capturedAt: new Date('2025-07-14T08:23:45Z'),
      capturedLocal: '2025-07-14T10:23:45',
      timeZoneSource: 'exif',
    });
  });

  it('uses the time zone of the position second', () => {
    expect(captureTime(at('2025-07-14T10:23:45'), bogota, 'Asia/Tokyo')).toEqual({
      capturedAt: new Date('2025-07-14T15:23:45Z'),
      capturedLocal: '2025-07-14T10:23:45',
      timeZoneSource: 'gps',
    });
  });

  it('uses the time zone of the site last', () => {
    expect(captureTime(at('2025-07-14T10:23:45'), null, 'Asia/Kolkata')).toEqual({
      capturedAt: new Date('2025-07-14T04:53:45Z'),
      capturedLocal: '2025-07-14T10:23:45',
      timeZoneSource: 'site',
    });
  });

  it.each([
    ['2025-03-09T01:59:59', '2025-03-09T07:59:59Z'],
    ['2025-03-09T03:00:00', '2025-03-09T08:00:00Z'],
    ['2025-11-02T00:59:59', '2025-11-02T05:59:59Z'],
    ['2025-11-02T02:00:00', '2025-11-02T08:00:00Z'],
  ])('is correct around clock changes: %s in Chicago', (local, instant) => {
    expect(captureTime(at(local), null, 'America/Chicago').capturedAt).toEqual(new Date(instant));
  });

  it.each([
    ['2025-11-02T07:32:10Z', '2025-11-02T07:30:00Z'],
    ['2025-11-02T06:28:10Z', '2025-11-02T06:30:00Z'],
    // The GPS fix is too old to decide, so the first of the two hours is used.
    ['2025-11-01T20:15:00Z', '2025-11-02T06:30:00Z'],
  ])('uses GPS time (%s) for an hour that occurs twice in Chicago', (gps, instant) => {
    const reading = at('2025-11-02T01:30:00');
    const { capturedAt } = captureTime(reading, null, 'America/Chicago', new Date(gps));
    expect(capturedAt).toEqual(new Date(instant));
  });

  it.each([
    ['an offset in the file', at('2025-11-02T01:30:00', -300)],
    ['an hour that occurs once', at('2025-11-02T00:30:00')],
  ])('ignores GPS time if there is %s', (_of, reading) => {
    const gpsTime = new Date('2025-11-02T07:30:00Z');
    expect(captureTime(reading, null, 'America/Chicago', gpsTime)).toEqual(
      captureTime(reading, null, 'America/Chicago'),
    );
  });

  it('uses GPS time and the local time zone if there is no clock time', () => {
    expect(captureTime(null, bogota, 'UTC', new Date('2025-08-13T10:36:13Z'))).toEqual({
      capturedAt: new Date('2025-08-13T10:36:13Z'),
      capturedLocal: '2025-08-13T05:36:13',
      timeZoneSource: 'gps',
    });
  });

  it('works however the browser formats time zone names', () => {
    const dates = Intl.DateTimeFormat.prototype;
    const { formatToParts } = dates;
    vi.spyOn(dates, 'formatToParts').mockImplementation(function withMinusSign(
      this: Intl.DateTimeFormat,
      instant,
    ) {
      const parts = formatToParts.call(this, instant);
      return parts.map((part) => ({ ...part, value: part.value.replace('GMT-05:00', 'GMT−5') }));
    });
    const { capturedAt } = captureTime(at('2025-07-14T10:23:45'), bogota, 'UTC');
    expect(capturedAt).toEqual(new Date('2025-07-14T15:23:45Z'));
  });

  it('is null without a date', () => {
    expect(captureTime(null, bogota, 'UTC')).toEqual({
      capturedAt: null,
      capturedLocal: null,
      timeZoneSource: null,
    });
  });
});
