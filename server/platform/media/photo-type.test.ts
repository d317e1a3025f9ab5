import { expect, test } from 'vitest';
import { insertXmp, jpegPhoto, sphereXmp } from '#test/fixtures/photos.ts';
import { temporaryFolder } from '#test/fixtures/temporary-folder.ts';
import { readPhotoMetadata } from './metadata-blocks.ts';

const folder = temporaryFolder();
const typeOf = async (content: Buffer) =>
  (await readPhotoMetadata(await folder.write('a.jpg', content), 'UTC')).photoType;

/** Puts a segment before all others (ITU-T T.81, B.1.1.4). */
function withSegment(jpeg: Buffer, marker: number, content: Buffer): Buffer {
  const head = Buffer.from([0xff, marker, 0, 0]);
  head.writeUInt16BE(content.length + 2, 2);
  return Buffer.concat([jpeg.subarray(0, 2), head, content, jpeg.subarray(2)]);
}

const EQUAL_ANGLES = 'GPano:ProjectionType="equirectangular"';
const cropped = (height: number) =>
  `${EQUAL_ANGLES} GPano:FullPanoHeightPixels="4000" GPano:CroppedAreaImageHeightPixels="${height}"`;
const by = (Make: string) => ({ IFD0: { Make } });
const FLAT = { width: 320, height: 240 };
const WIDE = { width: 400, height: 200 };

test.each([
  [
    'what FLIR measured',
    FLAT,
    (jpeg: Buffer) => withSegment(jpeg, 0xe1, Buffer.from('FLIR\0\x01')),
  ],
  [
    'what DJI measured',
    { ...FLAT, exif: by('DJI') },
    (jpeg: Buffer) => withSegment(jpeg, 0xe3, Buffer.alloc(60_000)),
  ],
])('a photo with %s is thermal', async (_, options, change) => {
  expect(await typeOf(change(await jpegPhoto(options)))).toBe('thermal');
});

test.each([
  ['that says it is a sphere', { ...WIDE }, EQUAL_ANGLES, 'panorama'],
  ['of half a sphere', { ...WIDE }, cropped(2000), null],
  ['of a smaller copy that lost its shape', { ...FLAT }, cropped(4000), null],
  [
    'with another projection',
    { ...WIDE, exif: by('DJI') },
    'GPano:ProjectionType="cylindrical"',
    null,
  ],
])('a photo %s', async (_, options, attributes, expected) => {
  expect(await typeOf(insertXmp(await jpegPhoto(options), sphereXmp(attributes)))).toBe(expected);
});

test.each([
  ['DJI', WIDE, 'panorama'],
  ['DJI', FLAT, null],
  ['Canon', WIDE, null],
])('without a word about it: %s %o', async (make, size, expected) => {
  expect(await typeOf(await jpegPhoto({ ...size, exif: by(make) }))).toBe(expected);
});
