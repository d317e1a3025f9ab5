import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { jpegPhoto, pngHeaderOnly } from '#test/fixtures/photos.ts';
import { temporaryFolder } from '#test/fixtures/temporary-folder.ts';
import { readImageHeader } from './image-header.ts';
import { checkFileSize, MAX_PHOTO_BYTES, MAX_VIDEO_BYTES } from './limits.ts';
import { checkPhotoPixels, MAX_PHOTO_PIXELS } from './picture-size.ts';

const folder = temporaryFolder();

describe('bytes', () => {
  it('allows files up to the limit of their kind', () => {
    expect(() => {
      checkFileSize('photo', MAX_PHOTO_BYTES);
      checkFileSize('video', MAX_VIDEO_BYTES);
      checkFileSize('raster', 20 * 1024 ** 3);
      checkFileSize('other', 1);
    }).not.toThrow();
  });

  it("states the file's size and the limit", () => {
    expect(() => checkFileSize('photo', 312 * 1024 ** 2)).toThrow(
      expect.objectContaining({
        code: 'FILE_TOO_LARGE',
        message: 'This photo is 312 MB. The limit is 200 MB.',
      }),
    );
    expect(() => checkFileSize('document', 20 * 1024 ** 3 + 1)).toThrow(
      'This file is 20.01 GB. The limit is 20 GB.',
    );
  });

  it('refuses an empty file', () => {
    expect(() => checkFileSize('video', 0)).toThrow(
      expect.objectContaining({ code: 'FILE_EMPTY' }),
    );
  });
});

describe('pixels', () => {
  it('allows the largest picture and refuses one more pixel', () => {
    expect(() => checkPhotoPixels({ width: MAX_PHOTO_PIXELS, height: 1 })).not.toThrow();
    expect(() => checkPhotoPixels({ width: MAX_PHOTO_PIXELS + 1, height: 1 })).toThrow(
      expect.objectContaining({ code: 'PICTURE_TOO_LARGE' }),
    );
  });

  it('refuses 280 megapixels with a message', () => {
    expect(() => checkPhotoPixels({ width: 20_000, height: 14_000 })).toThrow(
      'This image has 280 megapixels (20000 x 14000). The limit is 268 megapixels.',
    );
  });
});

describe('header', () => {
  it('is read as stored, before the orientation is applied', async () => {
    const path = await folder.write(
      'a.jpg',
      await jpegPhoto({ width: 60, height: 40, orientation: 6 }),
    );
    expect(await readImageHeader(path)).toEqual({
      width: 60,
      height: 40,
      format: 'jpeg',
      orientation: 6,
      pages: 1,
      isMeasured: false,
      decodedBytes: 0,
    });
  });

  it('is read without decoding, even for a picture that is too large', async () => {
    const path = await folder.write('large.png', pngHeaderOnly(20_000, 14_000));
    expect(await readImageHeader(path)).toMatchObject({ width: 20_000, height: 14_000 });
  });

  it('counts the frames of an animation', async () => {
    const frame = (background: string) =>
      sharp({ create: { width: 8, height: 8, channels: 3, background } })
        .png()
        .toBuffer();
    const frames = [await frame('#f00'), await frame('#00f')];
    const path = await folder.write(
      'a.gif',
      await sharp(frames, { join: { animated: true } })
        .gif()
        .toBuffer(),
    );
    expect(await readImageHeader(path)).toMatchObject({ width: 8, height: 8, pages: 2 });
  });

  it.each([
    ['empty', '', 'FILE_EMPTY'],
    ['truncated', Buffer.from([0xff, 0xd8, 0xff, 0xe0, 0, 16]), 'FILE_DAMAGED'],
    ['plain text', 'hello', 'FILE_TYPE_NOT_SUPPORTED'],
    [
      'an SVG',
      '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>',
      'FILE_TYPE_NOT_SUPPORTED',
    ],
  ])('is refused if the file is %s', async (name, content, code) => {
    const path = await folder.write(`${name}.jpg`, content);
    await expect(readImageHeader(path)).rejects.toMatchObject({ code });
  });
});
