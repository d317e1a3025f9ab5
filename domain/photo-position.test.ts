import { expect, test } from 'vitest';
import { photoAltitude, photoPosition } from './photo-position.ts';

const gps = (latitude: unknown, reference: unknown) => ({
  exif: {
    GPSLatitude: latitude,
    GPSLatitudeRef: reference,
    GPSLongitude: [11, 30, 0],
    GPSLongitudeRef: 'E',
  },
});
const xmp = (GPSLatitude: string, more = {}) => ({
  xmp: { GPSLatitude, GPSLongitude: '11,30.0E', ...more },
});

test.each([
  ['degrees, minutes and seconds', gps([48, 8, 13.56], 'N'), 48.1371],
  ['degrees, minutes and seconds in the south', gps([33, 51, 30], 'S'), -33.8583333],
  ['degrees with a sign and a reference', gps([-33, 51, 30], 'S'), -33.8583333],
  ['degrees and minutes with empty seconds', gps([48, 8.226, Number.NaN], 'N'), 48.1371],
  ['one number', gps(48.1371, 'N'), 48.1371],
  ['a negative number in the south', gps(-33.858, 'S'), -33.858],
  ['text', gps('48, 8, 13.56', 'n'), 48.1371],
  ['minutes in XMP', xmp('48,8.226N'), 48.1371],
  ['minutes in the south in XMP', xmp('33,51.5S'), -33.8583333],
  ['seconds in XMP', xmp('48,8,13.56N'), 48.1371],
  ['seconds as fractions in XMP', xmp('48,8,1356/100N'), 48.1371],
  ['degree signs in XMP', xmp('48° 8\' 13.56" N'), 48.1371],
  ['a signed number in XMP', xmp('-33.858'), -33.858],
  ['a number with a reference in XMP', xmp('33.858', { GPSLatitudeRef: 'S' }), -33.858],
  ['XMP where EXIF is empty', { ...gps([], 'N'), ...xmp('48,8.226N') }, 48.1371],
])('reads a latitude as %s', (_as, blocks, expected) => {
  expect(photoPosition(blocks)?.latitude).toBeCloseTo(expected, 6);
  expect(photoPosition(blocks)?.longitude).toBeCloseTo(11.5, 6);
});

test.each([
  ['minutes above 60', gps([48, 99, 0], 'N')],
  ['a decimal comma', xmp('48,1371N')],
  ['words', xmp('north')],
  ['no hemisphere', gps([48, 8, 0], undefined)],
])('ignores a latitude with %s', (_of, blocks) => {
  expect(photoPosition(blocks)).toBeNull();
});

test.each([
  [{ exif: { GPSAltitude: 12.5, GPSAltitudeRef: 1 } }, -12.5],
  [{ xmp: { GPSAltitude: '575100/1000', GPSAltitudeRef: '0' } }, 575.1],
  [{ xmp: { GPSAltitude: '25/2', GPSAltitudeRef: '1' } }, -12.5],
  [{ exif: { GPSAltitude: Infinity }, xmp: { GPSAltitude: '3' } }, 3],
  [{}, null],
])('the altitude of %j is %j', (blocks, expected) => {
  expect(photoAltitude(blocks)).toBe(expected);
});
