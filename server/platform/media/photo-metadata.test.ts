import { readdir } from 'node:fs/promises';
import sharp, { type Exif } from 'sharp';
import { describe, expect, it, test } from 'vitest';
import {
  belowSea,
  djiXmp,
  exifAsTiff,
  gpsExif,
  insertXmp,
  jpegPhoto,
  sphereXmp,
} from '#test/fixtures/photos.ts';
import { temporaryFolder } from '#test/fixtures/temporary-folder.ts';
import { readPhotoMetadata } from './photo-metadata.ts';

const folder = temporaryFolder();
const ZONE = 'America/Bogota';
const SITE = { latitude: 30.1712233, longitude: -98.0899916 };
const CAPTURED = { IFD2: { DateTimeOriginal: '2025:07:14 10:23:45' } };
const DJI = {
  AbsoluteAltitude: '+334.00',
  RelativeAltitude: '+44.20',
  GimbalYawDegree: '-47.30',
  GimbalPitchDegree: '-89.90',
  GimbalRollDegree: '+0.00',
  FlightYawDegree: '+130.20',
  FlightPitchDegree: '+2.90',
  FlightRollDegree: '-3.80',
  ImageSource: 'WideCamera',
  DroneModel: 'M3E',
  DroneSerialNumber: '1581F5FJC23B',
};
const NOTHING = {
  capturedAt: null,
  capturedLocal: null,
  timeZoneSource: null,
  latitude: null,
  longitude: null,
  altitude: null,
  relativeAltitude: null,
  gimbalYaw: null,
  gimbalPitch: null,
  gimbalRoll: null,
  flightYaw: null,
  flightPitch: null,
  flightRoll: null,
  cameraMake: null,
  cameraModel: null,
  cameraSerial: null,
  aircraftModel: null,
  aircraftSerial: null,
  lens: null,
  focalLength: null,
  equivalentFocalLength: null,
  digitalZoom: null,
  imageSource: null,
  bandName: null,
  orientation: null,
  samples: null,
  isStitched: false,
  photoType: null,
};

const read = async (content: Buffer, name = 'a.jpg') =>
  readPhotoMetadata(await folder.write(name, content), ZONE);
const readWith = async (exif: Exif) => read(await jpegPhoto({ width: 16, height: 16, exif }));

describe('a drone photo', () => {
  it('has its camera angles even if they are nested in XMP', async () => {
    const xmp =
      '<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">' +
      '<rdf:Description rdf:about="" xmlns:drone-skydio="https://www.skydio.com/drone-skydio/1.0/">' +
      '<drone-skydio:CameraOrientationNED rdf:parseType="Resource">' +
      '<drone-skydio:Pitch>-7.4</drone-skydio:Pitch><drone-skydio:Yaw>127.4</drone-skydio:Yaw>' +
      '</drone-skydio:CameraOrientationNED></rdf:Description></rdf:RDF></x:xmpmeta>';
    const photo = insertXmp(await jpegPhoto({ width: 16, height: 16 }), xmp);
    expect(await read(photo)).toMatchObject({ gimbalYaw: 127.4, gimbalPitch: -7.4 });
  });
  it.each(['attributes', 'elements'] as const)('is read completely, with XMP as %s', async (as) => {
    const exif = {
      IFD0: { Make: 'DJI', Model: 'FC3170' },
      IFD2: {
        DateTimeOriginal: '2025:07:14 10:23:45',
        OffsetTimeOriginal: '-05:00',
        FocalLength: '45/10',
        FocalLengthIn35mmFilm: '24',
        DigitalZoomRatio: '2/1',
        LensModel: '24.0 mm f/2.8',
        BodySerialNumber: '1TCLH6503BJ4KJ',
      },
      ...gpsExif(SITE.latitude, SITE.longitude, 334),
    };
    const photo = await jpegPhoto({ exif, xmp: djiXmp(DJI, as), orientation: 1 });
    const { latitude, longitude, ...rest } = await read(photo);
    expect(latitude).toBeCloseTo(SITE.latitude, 6);
    expect(longitude).toBeCloseTo(SITE.longitude, 6);
    expect(rest).toEqual({
      capturedAt: new Date('2025-07-14T15:23:45Z'),
      capturedLocal: '2025-07-14T10:23:45',
      timeZoneSource: 'exif',
      altitude: 334,
      relativeAltitude: 44.2,
      gimbalYaw: -47.3,
      gimbalPitch: -89.9,
      gimbalRoll: 0,
      flightYaw: 130.2,
      flightPitch: 2.9,
      flightRoll: -3.8,
      cameraMake: 'DJI',
      cameraModel: 'FC3170',
      cameraSerial: '1TCLH6503BJ4KJ',
      aircraftModel: 'M3E',
      aircraftSerial: '1581F5FJC23B',
      lens: '24.0 mm f/2.8',
      focalLength: 4.5,
      equivalentFocalLength: 24,
      digitalZoom: 2,
      imageSource: 'WideCamera',
      bandName: null,
      orientation: 1,
      samples: null,
      isStitched: false,
      photoType: null,
    });
  });

  it('uses the XMP position if EXIF has none, even with the misspelled name', async () => {
    const position = { GpsLatitude: '+30.1712233', GpsLongtitude: '-98.0899916' };
    const photo = await jpegPhoto({ xmp: djiXmp({ ...DJI, ...position }, 'attributes') });
    expect(await read(photo)).toMatchObject({ ...SITE, altitude: 334 });
  });

  it('ignores impossible numbers', async () => {
    const broken = { ...DJI, RelativeAltitude: 'nan', GimbalYawDegree: '1e9', FlightYawDegree: '' };
    expect(await read(await jpegPhoto({ xmp: djiXmp(broken, 'elements') }))).toMatchObject({
      relativeAltitude: null,
      gimbalYaw: null,
      flightYaw: null,
      gimbalPitch: -89.9,
    });
  });
});

describe('time', () => {
  it("uses the position's time zone if there is no offset", async () => {
    expect(await readWith({ ...CAPTURED, ...gpsExif(-33.8557, 151.2104) })).toMatchObject({
      capturedAt: new Date('2025-07-14T00:23:45Z'),
      timeZoneSource: 'gps',
    });
  });

  it("uses the site's time zone without offset and position", async () => {
    expect(await readWith(CAPTURED)).toMatchObject({
      capturedAt: new Date('2025-07-14T15:23:45Z'),
      capturedLocal: '2025-07-14T10:23:45',
      timeZoneSource: 'site',
    });
  });

  it('uses the general offset only if the file was not changed later', async () => {
    const OffsetTime = '+02:00';
    const offset = { IFD2: { ...CAPTURED.IFD2, OffsetTime } };
    expect(await readWith({ ...offset, IFD0: { DateTime: '2025:07:14 10:23:45' } })).toMatchObject({
      capturedAt: new Date('2025-07-14T08:23:45Z'),
      timeZoneSource: 'exif',
    });
    expect(await readWith({ ...offset, IFD0: { DateTime: '2025:07:20 18:00:00' } })).toMatchObject({
      capturedAt: new Date('2025-07-14T15:23:45Z'),
      timeZoneSource: 'site',
    });
  });

  it.each(['0000:00:00 00:00:00', '1601:06:06 16:39:33', '2025:02:31 10:00:00', '            '])(
    'is null for %j',
    async (DateTimeOriginal) => {
      expect(await readWith({ IFD2: { DateTimeOriginal } })).toMatchObject({
        capturedAt: null,
        capturedLocal: null,
        timeZoneSource: null,
      });
    },
  );

  it('falls back to the digitization time if the clock was never set', async () => {
    const exif = {
      IFD2: { DateTimeOriginal: '0000:00:00 00:00:00', DateTimeDigitized: '2025:07:14 11:00:00' },
    };
    expect((await readWith(exif)).capturedLocal).toBe('2025-07-14T11:00:00');
  });
});

describe('position', () => {
  it('is negative below sea level and in the south and west', async () => {
    const photo = await jpegPhoto({ exif: gpsExif(-33.5, -70.25, 12.5) });
    const west = { latitude: -33.5, longitude: -70.25 };
    expect(await read(photo)).toMatchObject({ ...west, altitude: 12.5 });
    expect(await read(belowSea(photo))).toMatchObject({ ...west, altitude: -12.5 });
  });

  it.each([
    ['0, 0, which means no GPS fix', gpsExif(0, 0)],
    ['a latitude beyond the pole', gpsExif(91, 10)],
    ['a longitude beyond the date line', gpsExif(10, 181)],
    [
      'fractions with a zero denominator',
      { IFD3: { ...gpsExif(10, 10).IFD3, GPSLatitude: '0/0 0/0 0/0' } },
    ],
    ['no hemisphere', { IFD3: { GPSLatitude: '10/1 0/1 0/1', GPSLongitude: '10/1 0/1 0/1' } }],
  ])('is null for %s', async (_, exif) => {
    expect(await readWith(exif)).toMatchObject({ latitude: null, longitude: null });
  });
});

describe('formats', () => {
  const exif = { IFD0: { Make: 'DJI', Model: 'FC3170' }, ...CAPTURED, ...gpsExif(4.5, -74) };

  const expected = {
    capturedLocal: '2025-07-14T10:23:45',
    timeZoneSource: 'gps',
    latitude: 4.5,
    longitude: -74,
    cameraModel: 'FC3170',
  };

  it.each(['jpeg', 'png', 'webp', 'avif'] as const)('reads %s', async (format) => {
    const image = sharp({ create: { width: 16, height: 16, channels: 3, background: '#808080' } });
    expect(await read(await image.withExif(exif).toFormat(format).toBuffer())).toMatchObject(
      expected,
    );
  });

  it('reads TIFF', async () => {
    expect(await read(exifAsTiff(await jpegPhoto({ exif })))).toMatchObject(expected);
  });

  it('reads XMP in WebP', async () => {
    const image = sharp({ create: { width: 16, height: 16, channels: 3, background: '#808080' } });
    const webp = await image.withXmp(djiXmp(DJI, 'attributes')).webp().toBuffer();
    expect(await read(webp)).toMatchObject({ gimbalYaw: -47.3 });
  });

  it('returns nothing for a photo without metadata', async () => {
    expect(await read(await jpegPhoto())).toEqual(NOTHING);
  });
});

describe('damaged files', () => {
  it('still give EXIF next to a truncated XMP packet', async () => {
    const photo = insertXmp(
      await jpegPhoto({ exif: CAPTURED }),
      djiXmp(DJI, 'elements').slice(0, 200),
    );
    expect(await read(photo)).toMatchObject({
      capturedLocal: '2025-07-14T10:23:45',
      gimbalYaw: null,
    });
  });

  it('never cause an exception, wherever truncated or scrambled', async () => {
    const whole = await jpegPhoto({
      width: 16,
      height: 16,
      exif: { ...CAPTURED, ...gpsExif(4.5, -74, 30) },
      xmp: djiXmp(DJI, 'attributes'),
    });
    for (let cut = 0; cut < whole.length; cut += 13) {
      const scrambled = Buffer.from(whole);
      scrambled.fill(cut % 256, cut, Math.min(cut + 4, whole.length));
      await expect(read(whole.subarray(0, cut))).resolves.toBeTypeOf('object');
      await expect(read(scrambled)).resolves.toBeTypeOf('object');
    }
  });

  it('are not confused with missing ones', async () => {
    await expect(readPhotoMetadata(folder.path('absent.jpg'), ZONE)).rejects.toMatchObject({
      code: 'ENOENT',
    });
  });

  it('are closed even if reading fails', async () => {
    const empty = await folder.write('empty.jpg', '');
    await readPhotoMetadata(empty, ZONE);
    const before = (await readdir('/dev/fd')).length;
    for (let time = 0; time < 10; time++) {
      expect(await readPhotoMetadata(empty, ZONE)).toEqual(NOTHING);
    }
    expect((await readdir('/dev/fd')).length).toBe(before);
  });

  it('may have control characters in camera names, which are removed', async () => {
    const exif = { IFD0: { Make: ' DJI\n', Model: 'Mavic\t3  ' } };
    expect(await readWith(exif)).toMatchObject({ cameraMake: 'DJI', cameraModel: 'Mavic 3' });
  });
});

const typeOf = async (content: Buffer) =>
  (await readPhotoMetadata(await folder.write('a.jpg', content), 'UTC')).photoType;

/** Inserts a segment before all others (ITU-T T.81, B.1.1.4). */
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
  ['FLIR measurements', FLAT, (jpeg: Buffer) => withSegment(jpeg, 0xe1, Buffer.from('FLIR\0\x01'))],
  [
    'DJI measurements',
    { ...FLAT, exif: by('DJI') },
    (jpeg: Buffer) => withSegment(jpeg, 0xe3, Buffer.alloc(60_000)),
  ],
])('a photo with %s is thermal', async (_, options, change) => {
  expect(await typeOf(change(await jpegPhoto(options)))).toBe('thermal');
});

test.each([
  ['tagged as a sphere', { ...WIDE }, EQUAL_ANGLES, 'panorama'],
  ['of half a sphere', { ...WIDE }, cropped(2000), null],
  ['that was resized to another shape', { ...FLAT }, cropped(4000), null],
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
])('a photo without panorama tags: %s %o', async (make, size, expected) => {
  expect(await typeOf(await jpegPhoto({ ...size, exif: by(make) }))).toBe(expected);
});
