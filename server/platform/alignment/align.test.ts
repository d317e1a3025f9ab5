import sharp from 'sharp';
import { expect, test } from 'vitest';
import { mapPoint, IDENTITY } from '#domain/homography.ts';
import { temporaryFolder } from '#test/fixtures/temporary-folder.ts';
import { viewOf } from '#test/fixtures/views.ts';
import { alignPhotos, type AlignablePhoto } from './align.ts';

const folder = temporaryFolder();
const picture = async (name: string, bytes: Buffer): Promise<AlignablePhoto> => {
  const path = await folder.write(`${name}.webp`, bytes);
  return { paths: [path, path], full: { width: 4096, height: 3072 } };
};

test('aligns two photos of the same ground to within a pixel', async () => {
  const fixed = await picture('fixed', await viewOf(1));
  const moving = await picture('moving', await viewOf(1, { x: 30, y: -20 }));
  const found = await alignPhotos(fixed, moving, false);
  const [x, y] = mapPoint(found.matrix ?? IDENTITY, [1000, 1000]);
  // Photos are four times as wide as their stored pictures.
  expect(Math.hypot(x - 1120, y - 920)).toBeLessThan(1);
  expect(found.agreeing / found.tested).toBeGreaterThan(0.7);
  expect(found.parallax).toBe(0);
});

test('finds almost no matches between two different places', async () => {
  const found = await alignPhotos(
    await picture('one', await viewOf(2)),
    await picture('other', await viewOf(3)),
    false,
  );
  expect(found.agreeing).toBeLessThan(30);
});

test('uses the large pictures when the small ones show too little', async () => {
  const ground = await viewOf(1);
  const [fixed, moving] = [
    await picture('fixed', ground),
    await picture('moving', await viewOf(1, { x: 30, y: -20 })),
  ];
  const hidden = { left: 340, top: 0, width: 684, height: 768 };
  const other = await sharp(await viewOf(2))
    .extract(hidden)
    .toBuffer();
  const small = await sharp(ground)
    .composite([{ input: other, left: hidden.left, top: 0 }])
    .webp({ quality: 80 })
    .toBuffer();
  const partly = await picture('partly', small);
  const first = await alignPhotos(partly, moving, false);
  const found = await alignPhotos(
    { ...fixed, paths: [partly.paths[0], fixed.paths[1]] },
    moving,
    false,
  );
  expect(first.spread).toBeLessThan(0.4);
  expect(found.spread).toBeGreaterThan(0.7);
  const [x, y] = mapPoint(found.matrix ?? IDENTITY, [1000, 1000]);
  expect(Math.hypot(x - 1120, y - 920)).toBeLessThan(1);
});
