import sharp from 'sharp';
import { thumbHashToApproximateAspectRatio } from 'thumbhash';
import { describe, expect, it } from 'vitest';
import {
  djiXmp,
  gpsExif,
  gradient,
  jpegPhoto,
  pngHeaderOnly,
  tiffDirectory,
  tiffOf,
  type TiffTag,
} from '#test/fixtures/photos.ts';
import { temporaryFolder } from '#test/fixtures/temporary-folder.ts';
import { derivePhoto, type DerivedPhoto } from './image.ts';

const folder = temporaryFolder();

type Tags = readonly TiffTag[];
const retagged = (tags: Tags, tag: number, value: number): Tags =>
  tags.map((one) => (one[0] === tag ? [tag, value] : one));

async function derive(content: Buffer | string, name = 'photo') {
  const files = new Map<number, Buffer>();
  const photo = await derivePhoto(await folder.write(name, content), async (preset, webp) => {
    files.set(preset, webp);
  });
  return { photo, files };
}

const widths = ({ presets }: DerivedPhoto) => presets.map(({ preset, width }) => [preset, width]);
const smallest = ({ files }: Awaited<ReturnType<typeof derive>>) => {
  const webp = files.get(256);
  if (!webp) throw new Error('expected a smallest size');
  return webp;
};
/** Color at the center of the smallest size. */
async function middle(derived: Awaited<ReturnType<typeof derive>>): Promise<number[]> {
  const { data } = await sharp(smallest(derived))
    .resize(3, 3, { kernel: 'nearest' })
    .raw()
    .toBuffer({
      resolveWithObject: true,
    });
  return [...data.subarray(12, 15)];
}
/** Sets the last coefficient of the scan, which is 63 in sequential JPEG, to 0 (ITU-T T.81, B.2.3). */
function withoutScanParameters(jpeg: Buffer): Buffer {
  const changed = Buffer.from(jpeg);
  const scan = jpeg.indexOf(Buffer.from([0xff, 0xda]));
  changed[scan + 2 + jpeg.readUInt16BE(scan + 2) - 2] = 0;
  return changed;
}
function withBytesBeforeFrame(jpeg: Buffer): Buffer {
  const frame = jpeg.indexOf(Buffer.from([0xff, 0xc0]));
  return Buffer.concat([jpeg.subarray(0, frame), Buffer.alloc(7, 3), jpeg.subarray(frame)]);
}
const near = (color: number[], expected: number[]) =>
  color.every((value, index) => Math.abs(value - (expected[index] ?? 0)) <= 6);

describe('derivePhoto', () => {
  it('makes every preset of a large photo as a WebP of the stated size', async () => {
    const { photo, files } = await derive(await jpegPhoto({ width: 2400, height: 1600 }));
    expect(photo).toMatchObject({ width: 2400, height: 1600 });
    expect(photo.presets.map(({ preset, width, height }) => [preset, width, height])).toEqual([
      [2048, 2048, 1365],
      [1024, 1024, 683],
      [768, 768, 512],
      [512, 512, 341],
      [256, 256, 171],
    ]);
    for (const { preset, width, height, bytes } of photo.presets) {
      const webp = files.get(preset);
      expect(await sharp(webp).metadata()).toMatchObject({ format: 'webp', width, height });
      expect(webp?.length).toBe(bytes);
    }
  });

  it("stores a smaller photo's own width once and never enlarges", async () => {
    expect(widths((await derive(await jpegPhoto({ width: 600, height: 400 }))).photo)).toEqual([
      [768, 600],
      [512, 512],
      [256, 256],
    ]);
    expect(widths((await derive(await jpegPhoto({ width: 1024, height: 20 }))).photo)).toEqual([
      [1024, 1024],
      [768, 768],
      [512, 512],
      [256, 256],
    ]);
    expect(widths((await derive(await jpegPhoto({ width: 5, height: 900 }))).photo)).toEqual([
      [256, 5],
    ]);
  });

  it("limits a very tall picture to WebP's maximum size", async () => {
    const tall = sharp({ create: { width: 300, height: 20_000, channels: 3, background: '#246' } });
    const { photo } = await derive(await tall.png().toBuffer());
    expect(photo).toMatchObject({ width: 300, height: 20_000 });
    expect(photo.presets[0]).toMatchObject({ preset: 256, width: 246, height: 16_383 });
  });

  it('makes pictures that look like the original', async () => {
    const [width, height] = [1600, 900];
    const { files } = await derive(await jpegPhoto({ width, height }));
    const made = await sharp(files.get(512)).raw().toBuffer();
    const expected = await sharp(gradient(width, height), { raw: { width, height, channels: 3 } })
      .resize(512)
      .raw()
      .toBuffer();
    const difference = made.reduce(
      (sum, value, at) => sum + Math.abs(value - (expected[at] ?? 0)),
      0,
    );
    expect(difference / made.length).toBeLessThan(6);
  });

  it("makes a placeholder in the photo's shape", async () => {
    const { photo } = await derive(await jpegPhoto({ width: 800, height: 400 }));
    const hash = Buffer.from(photo.thumbhash, 'base64');
    expect(hash.length).toBeLessThan(32);
    expect(thumbHashToApproximateAspectRatio(hash)).toBeCloseTo(2, 0);
  });
});

describe('orientation', () => {
  const CORNERS = [
    [255, 0, 0],
    [0, 255, 0],
    [0, 0, 255],
    [255, 255, 0],
  ];

  /** Where EXIF puts row 0 and column 0 of the stored picture (EXIF 2.32, 4.6.4). */
  const SIDES = ['top left', 'top right', 'bottom right', 'bottom left'].concat([
    'left top',
    'right top',
    'right bottom',
    'left bottom',
  ]);

  /** A 64 x 32 picture with a color in each corner, stored for the given orientation. */
  function stored(orientation: number) {
    const [rowSide = '', columnSide = ''] = SIDES[orientation - 1]?.split(' ') ?? [];
    const turned = orientation >= 5;
    const [width, height] = turned ? [32, 64] : [64, 32];
    const pixels = Buffer.alloc(width * height * 3);
    for (let row = 0; row < height; row++) {
      for (let column = 0; column < width; column++) {
        const alongRow = rowSide === 'top' || rowSide === 'left' ? row : height - 1 - row;
        const alongColumn =
          columnSide === 'top' || columnSide === 'left' ? column : width - 1 - column;
        const [x, y] = turned ? [alongRow, alongColumn] : [alongColumn, alongRow];
        const corner = (x < 32 ? 0 : 1) + (y < 16 ? 0 : 2);
        pixels.set(CORNERS[corner] ?? [], (row * width + column) * 3);
      }
    }
    return sharp(pixels, { raw: { width, height, channels: 3 } }).withMetadata({ orientation });
  }

  it.each([1, 2, 3, 4, 5, 6, 7, 8])('value %i is turned upright', async (orientation) => {
    const jpeg = await stored(orientation)
      .jpeg({ quality: 100, chromaSubsampling: '4:4:4' })
      .toBuffer();
    const derived = await derive(jpeg);
    expect(derived.photo).toMatchObject({ width: 64, height: 32 });
    const { data, info } = await sharp(smallest(derived))
      .raw()
      .toBuffer({ resolveWithObject: true });
    expect(info).toMatchObject({ width: 64, height: 32 });
    const seen = [
      [16, 8],
      [48, 8],
      [16, 24],
      [48, 24],
    ].map(([x = 0, y = 0]) => [...data.subarray((y * 64 + x) * 3, (y * 64 + x) * 3 + 3)]);
    seen.forEach((color, corner) => expect(near(color, CORNERS[corner] ?? [])).toBe(true));
  });
});

describe('metadata', () => {
  it('is removed from every size: location, camera, XMP, profile', async () => {
    const exif = {
      IFD0: { Make: 'SECRETMAKE', Artist: 'SECRETNAME' },
      ...gpsExif(30.17, -98.08, 300),
    };
    const xmp = djiXmp({ GpsLatitude: '30.17SECRET' }, 'attributes');
    const { files } = await derive(await jpegPhoto({ width: 1100, height: 700, exif, xmp }));
    expect(files.size).toBe(5);
    for (const webp of files.values()) {
      const { exif: left, xmp: packet, icc, iptc } = await sharp(webp).metadata();
      expect([left, packet, icc, iptc]).toEqual([undefined, undefined, undefined, undefined]);
      // The RIFF header is followed by a single VP8 chunk, so there is no metadata (RFC 9649, 2.5).
      expect(webp.toString('latin1', 8, 16)).toBe('WEBPVP8 ');
      expect(webp.readUInt32LE(16)).toBeGreaterThanOrEqual(webp.length - 21);
      expect(webp.includes('SECRET')).toBe(false);
    }
  });
});

describe('kinds of pictures', () => {
  const flat = (background: string, channels: 3 | 4 = 3) =>
    sharp({ create: { width: 300, height: 200, channels, background } });

  it('converts CMYK, grayscale and 16 bits to plain colors', async () => {
    const cmyk = await flat('#e02020').toColourspace('cmyk').jpeg().toBuffer();
    const [red = 0, green = 0] = await middle(await derive(cmyk));
    expect(red).toBeGreaterThan(180);
    expect(green).toBeLessThan(90);

    const grey = await flat('#808080').toColourspace('b-w').jpeg().toBuffer();
    expect(near(await middle(await derive(grey)), [128, 128, 128])).toBe(true);

    const deep = await flat('#4080c0').toColourspace('rgb16').png().toBuffer();
    expect((await sharp(deep).metadata()).depth).toBe('ushort');
    expect(near(await middle(await derive(deep)), [64, 128, 192])).toBe(true);
  });

  it('converts a wide-gamut profile to sRGB', async () => {
    const wide = await flat('#ff0000').withIccProfile('p3').jpeg({ quality: 100 }).toBuffer();
    const { data } = await sharp(wide)
      .toColourspace('srgb')
      .raw()
      .toBuffer({ resolveWithObject: true });
    expect(data[0]).toBeGreaterThan(250);
    expect(near(await middle(await derive(wide)), [254, 0, 0])).toBe(true);
  });

  it('draws transparency on white', async () => {
    const clear = await flat('rgba(0,0,0,0)', 4).png().toBuffer();
    const derived = await derive(clear);
    expect(near(await middle(derived), [255, 255, 255])).toBe(true);
    expect((await sharp(smallest(derived)).metadata()).hasAlpha).toBe(false);
  });

  it.each(['gif', 'webp'] as const)('uses the first frame of an animated %s', async (format) => {
    const frames = await Promise.all(
      ['#ff0000', '#0000ff'].map((color) => flat(color).png().toBuffer()),
    );
    const animation = await sharp(frames, { join: { animated: true } })
      .toFormat(format)
      .toBuffer();
    const derived = await derive(animation);
    expect(derived.photo).toMatchObject({ width: 300, height: 200 });
    expect(near(await middle(derived), [255, 0, 0])).toBe(true);
    expect((await sharp(smallest(derived)).metadata()).pages ?? 1).toBe(1);
  });

  it('reads a JPEG followed by a second picture, as from 3D and panorama cameras', async () => {
    const [first, second] = [await flat('#00ff00').jpeg().toBuffer(), await jpegPhoto()];
    const { photo } = await derive(Buffer.concat([first, second]));
    expect(photo).toMatchObject({ width: 300, height: 200 });
  });

  it.each([
    ['a scan without parameters, as from phones', withoutScanParameters],
    ['extra bytes between its segments', withBytesBeforeFrame],
  ])('reads a JPEG with %s, but not if truncated', async (_, slip) => {
    const jpeg = slip(await jpegPhoto());
    const whole = await derive(await jpegPhoto());
    const derived = await derive(jpeg);
    expect(smallest(derived).equals(smallest(whole))).toBe(true);
    await expect(derive(jpeg.subarray(0, jpeg.length * 0.6))).rejects.toMatchObject({
      code: 'FILE_DAMAGED',
    });
  });

  it.each([
    ['tags in the wrong order', (tags: Tags) => tags.toReversed()],
    ['a duplicate tag', (tags: Tags): Tags => [...tags, [256, 16]]],
    ['too many bytes in its strip', (tags: Tags) => retagged(tags, 279, 9999)],
  ])('reads a TIFF with %s', async (_, slip) => {
    const { photo } = await derive(tiffOf(1, slip));
    expect(photo).toMatchObject({ width: 16, height: 16 });
  });

  it('reads a JPEG with its own color transform', async () => {
    const jpeg = await jpegPhoto();
    const adobe = Buffer.from([0xff, 0xee, 0, 14, ...Buffer.from('Adobe'), 0, 100, 0, 0, 0, 0, 5]);
    const { photo } = await derive(Buffer.concat([jpeg.subarray(0, 2), adobe, jpeg.subarray(2)]));
    expect(photo.width).toBe(640);
  });

  it('reads a file name in any script', async () => {
    const { photo } = await derive(await jpegPhoto(), 'Größe – 日本 🏗️ (1).JPG');
    expect(photo.width).toBe(640);
  });
});

describe('refusals before anything is written', () => {
  const cut = async (format: 'jpeg' | 'png' | 'webp' | 'gif' | 'tiff') => {
    const whole = await sharp(await jpegPhoto())
      .toFormat(format)
      .toBuffer();
    return whole.subarray(0, Math.floor(whole.length * 0.6));
  };

  async function refusal(content: Buffer | string) {
    const written: number[] = [];
    const path = await folder.write('bad', content);
    const error = await derivePhoto(path, async (preset) => {
      written.push(preset);
    }).catch((reason: unknown) => reason);
    expect(written).toEqual([]);
    return error;
  }

  it.each(['jpeg', 'png', 'webp', 'gif'] as const)('a truncated %s is damaged', async (format) => {
    expect(await refusal(await cut(format))).toMatchObject({
      code: 'FILE_DAMAGED',
      message: expect.stringMatching(
        /^The image is damaged: (part of it is missing|it cannot be read)\.$/,
      ) as string,
    });
  });

  it('a picture overwritten in the middle is damaged', async () => {
    const png = await sharp(await jpegPhoto())
      .png()
      .toBuffer();
    png.fill(0xaa, png.length >> 1, (png.length >> 1) + 500);
    expect(await refusal(png)).toMatchObject({ code: 'FILE_DAMAGED' });
  });

  it.each([
    [6, 'Old-style JPEG'],
    [34_887, 'LERC'],
    [50_000, 'ZSTD'],
    [34_925, 'LZMA'],
    [34_712, 'JPEG 2000'],
    [9999, 'method 9999'],
  ])('a TIFF with compression %i is unsupported, but not damaged', async (compression, name) => {
    expect(await refusal(tiffOf(compression))).toMatchObject({
      code: 'FILE_TYPE_NOT_SUPPORTED',
      message: expect.stringMatching(
        `^This TIFF is compressed with ${name}, which can't be shown.\\nExport it with DEFLATE or LZW`,
      ),
    });
  });

  it('a TIFF with partial bytes per sample is unsupported', async () => {
    expect(await refusal(tiffOf(1, (tags) => retagged(tags, 258, 12)))).toMatchObject({
      code: 'FILE_TYPE_NOT_SUPPORTED',
      message: expect.stringMatching(
        /^This image stores its colors in a way that can't be shown\.\nExport/,
      ),
    });
  });

  it('280 megapixels are too many', async () => {
    expect(await refusal(pngHeaderOnly(20_000, 14_000))).toMatchObject({
      code: 'PICTURE_TOO_LARGE',
      message: 'This image has 280 megapixels (20000 x 14000). The limit is 268 megapixels.',
    });
  });

  it.each([
    ['an empty file', '', 'FILE_EMPTY'],
    ['a text', 'not a picture', 'FILE_TYPE_NOT_SUPPORTED'],
    [
      'an SVG',
      '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>',
      'FILE_TYPE_NOT_SUPPORTED',
    ],
  ])('%s is not a photo', async (_, content, code) => {
    expect(await refusal(content)).toMatchObject({ code });
  });

  it("the message does not reveal the file's path", async () => {
    const [width, height, depth, grey, strip] = [256, 257, 258, 262, 273];
    const tiff = tiffDirectory([
      [width, 10],
      [height, 10],
      [depth, 8],
      [grey, 1],
      [strip, 60_000],
    ]);
    const error = await refusal(tiff);
    expect(error).toMatchObject({ code: 'FILE_DAMAGED' });
    expect((error as Error).message).not.toContain(folder.path(''));
  });
});

it('passes on errors of the writer', async () => {
  const full = new Error('no space left');
  const path = await folder.write('a.jpg', await jpegPhoto());
  await expect(derivePhoto(path, () => Promise.reject(full))).rejects.toBe(full);
});

it('does not treat a missing file as a damaged picture', async () => {
  await expect(derivePhoto(folder.path('absent'), async () => {})).rejects.toMatchObject({
    code: 'ENOENT',
  });
});
