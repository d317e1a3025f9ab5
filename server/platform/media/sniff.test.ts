import { rm } from 'node:fs/promises';
import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { jpegPhoto, tiffDirectory } from '#test/fixtures/photos.ts';
import { temporaryFolder } from '#test/fixtures/temporary-folder.ts';
import { errorCode } from '../storage/file-errors.ts';
import { sniffFile } from './sniff.ts';

const folder = temporaryFolder();
const sniff = async (name: string, content: Uint8Array | string) =>
  sniffFile(await folder.write(name, content));

const blank = () => sharp({ create: { width: 8, height: 8, channels: 3, background: '#123456' } });

/** ISO base media header with a brand (ISO/IEC 14496-12, 4.3). */
const brand = (name: string) => Buffer.from(`\0\0\0\x18ftyp${name}\0\0\0\0${name}mif1`, 'latin1');

describe('photos', () => {
  it('are recognized by content, not by file name', async () => {
    expect(await sniff('holiday.docx', await jpegPhoto())).toEqual({
      mime: 'image/jpeg',
      kind: 'photo',
      extension: 'jpg',
    });
  });

  it.each(['png', 'webp', 'gif', 'avif', 'tiff'] as const)('include %s', async (format) => {
    const bytes = await blank().toFormat(format).toBuffer();
    expect((await sniff(`blank.${format}`, bytes)).kind).toBe('photo');
  });

  it('include HEIC', async () => {
    expect(await sniff('a.jpg', brand('heic'))).toEqual({
      mime: 'image/heic',
      kind: 'photo',
      extension: 'heic',
    });
  });

  it('include DNG, which is not mistaken for a TIFF', async () => {
    const dng = tiffDirectory([[50_706, 1]]);
    expect(await sniff('a.dng', dng)).toEqual({
      mime: 'image/x-adobe-dng',
      kind: 'photo',
      extension: 'dng',
    });
  });
});

describe('TIFF', () => {
  const layouts = [
    { big: false, little: true },
    { big: false, little: false },
    { big: true, little: true },
    { big: true, little: false },
  ];

  it.each(layouts)('is a raster if it has georeferencing tags: %o', async (layout) => {
    for (const tag of [34_735, 33_922, 33_550, 34_264]) {
      expect(
        await sniff(
          'a.tif',
          tiffDirectory(
            [
              [256, 10],
              [tag, 1],
            ],
            layout,
          ),
        ),
      ).toEqual({
        mime: 'image/tiff',
        kind: 'raster',
        extension: 'tif',
      });
    }
  });

  it.each(layouts)('is a photo without georeferencing tags: %o', async (layout) => {
    const bytes = tiffDirectory(
      [
        [256, 10],
        [277, 4],
        [339, 1],
      ],
      layout,
    );
    expect((await sniff('a.tif', bytes)).kind).toBe('photo');
  });

  it.each(layouts)('is a raster if its samples are measurements: %o', async (layout) => {
    const kinds = async (...tags: [number, number, number?][]) =>
      (await sniff('a.tif', tiffDirectory([[256, 10], ...tags], layout))).kind;
    expect(await kinds([277, 5])).toBe('raster');
    expect(await kinds([339, 3])).toBe('raster');
    expect(await kinds([277, 3], [339, 3, 3])).toBe('raster');
    expect(await kinds([277, 3], [339, 1, 3])).toBe('photo');
    expect(await kinds([277, 4], [339, 3, 4])).toBe('raster');
  });

  it('is a photo if its directory is unreadable, so that decoding reports the damage', async () => {
    expect((await sniff('a.tif', tiffDirectory([[34_735, 1]]).subarray(0, 16))).kind).toBe('photo');
  });
});

describe('videos and documents', () => {
  it.each([
    ['isom', 'video/mp4', 'mp4'],
    ['qt  ', 'video/quicktime', 'mov'],
  ])('brand %j is %s', async (name, mime, extension) => {
    expect(await sniff('clip.bin', brand(name))).toEqual({ mime, kind: 'video', extension });
  });

  it('a PDF is a document', async () => {
    expect(await sniff('plan', '%PDF-1.7\n%âãÏÓ\n1 0 obj')).toEqual({
      mime: 'application/pdf',
      kind: 'document',
      extension: 'pdf',
    });
  });

  it('a Word document is distinguished from other compound files', async () => {
    const compound = (stream: string) => {
      const bytes = Buffer.alloc(4096);
      bytes.set([0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1]);
      bytes.writeUInt16LE(9, 30);
      bytes.writeUInt32LE(2, 48);
      bytes.write(stream, 3 * 512 + 128, 'utf16le');
      return bytes;
    };
    expect(await sniff('a', compound('WordDocument'))).toEqual({
      mime: 'application/msword',
      kind: 'document',
      extension: 'doc',
    });
    expect((await sniff('b', compound('Workbook'))).kind).toBe('other');
  });
});

describe('texts', () => {
  it.each([
    ['srt', 'application/x-subrip', '1\r\n00:00:00,000 --> 00:00:00,033\r\nF/2.8, SS 640\r\n'],
    ['srt', 'application/x-subrip', '1\n2017.08.05 14:11:51,393,525\n[latitude : -20.25]\n'],
    ['csv', 'text/csv', 'name,lat,lon\n"Tower, north",4.71,-74.06\n'],
    ['csv', 'text/csv', 'name;höhe\nTurm;12,5\n'],
    [
      'kml',
      'application/vnd.google-earth.kml+xml',
      '<?xml version="1.0"?>\n<!-- <svg> --><kml xmlns="x">',
    ],
    ['gpx', 'application/gpx+xml', '<gpx version="1.1"></gpx>'],
    ['svg', 'image/svg+xml', '<svg xmlns="http://www.w3.org/2000/svg"/>'],
    ['html', 'text/html', '<!DOCTYPE html><title>x</title>'],
    ['xml', 'application/xml', '<?xml version="1.0"?><mission/>'],
    ['geojson', 'application/geo+json', '{ "type": "FeatureCollection", "features": [] }'],
    ['json', 'application/json', '[1, 2, 3]'],
    ['prj', 'text/plain', 'PROJCS["WGS 84",\nGEOGCS["WGS 84",\nUNIT["m",1.0]]]'],
    ['txt', 'text/plain', 'Wind was strong, flight cut short\nat noon.\n'],
  ])('.%s is %s', async (extension, mime, text) => {
    expect(await sniff('note', text)).toMatchObject({ mime, kind: 'other', extension });
  });

  it('UTF-16 and long texts are read', async () => {
    expect((await sniff('a', Buffer.from('\ufeffgrüße', 'utf16le'))).mime).toBe('text/plain');
    expect((await sniff('b', `a${'ü'.repeat(100_000)}`)).mime).toBe('text/plain');
    expect((await sniff('c', Buffer.from('\ufeffgrüße', 'utf16le').swap16())).mime).toBe(
      'text/plain',
    );
  });

  it('Windows ANSI is recognized, and no other bytes are mistaken for it', async () => {
    const table = Buffer.from('Turm;H\xf6he\nS\xfcd;12,5 \x80\n', 'latin1');
    expect((await sniff('a', table)).mime).toBe('text/csv');
    const unknown = { mime: 'application/octet-stream' };
    for (const bytes of [[0xff], [0x41, 0x42, 0x43, 0x44, 0x81], [0xe9, 0xe8, 0x61, 0x62]]) {
      expect(await sniff('b', Buffer.from(bytes))).toMatchObject(unknown);
    }
  });
});

describe('unrecognized content', () => {
  it('is a file of unknown type', async () => {
    const noise = Buffer.from(Array.from({ length: 500 }, (_, n) => (n * 37 + 11) % 251));
    expect(await sniff('noise.jpg', noise)).toEqual({
      mime: 'application/octet-stream',
      kind: 'other',
      extension: 'bin',
    });
  });

  it('is not reported for a file deleted while it is being read', async () => {
    const photo = await jpegPhoto();
    for (let round = 0; round < 200; round++) {
      const path = await folder.write('taken-away.jpg', photo);
      const looking = sniffFile(path).then(({ mime }) => mime, errorCode);
      const [found] = await Promise.all([looking, rm(path)]);
      expect(found).toBeOneOf(['image/jpeg', 'ENOENT']);
    }
  });

  it('is refused if empty', async () => {
    await expect(sniff('empty.jpg', '')).rejects.toMatchObject({ code: 'FILE_EMPTY' });
  });
});
