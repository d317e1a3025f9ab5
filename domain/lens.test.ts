import { describe, expect, it, test } from 'vitest';
import {
  differsInLens,
  groupByLens,
  lensFacts,
  lensName,
  NO_LENS_FACTS,
  type LensFacts,
} from './lens.ts';

describe('the lens of a photo', () => {
  it.each([
    ['DJI_20250801100000_0001_W.JPG', 'wide'],
    ['DJI_20250801100000_0001_Z_Waypoint 3.JPG', 'zoom'],
    ['dji_20250801100000_0001_t_point0.jpg', 'thermal'],
    ['DJI_20250801100000_0001_V.JPG', 'visible'],
    ['DJI_20250801100000_0001_S.JPG', 'screen'],
    ['DJI_20250801100000_0001_MS_NIR.TIF', 'near-infrared'],
    ['DJI_20250801100000_0001_D.JPG', 'unknown'],
    ['DJI_0012_ZOOM.JPG', 'zoom'],
    ['DJI_0012_THRM.JPG', 'thermal'],
    ['DJI_0012_T (1).JPG', 'thermal'],
    ['North facade_Z.jpg', 'zoom'],
    ['Roof - thermal 2.jpg', 'thermal'],
    ['IRX_0012.jpg', 'thermal'],
    ['MAX_0012.JPG', 'unknown'],
    // Suffixes that mean compass directions, and words that contain such letters.
    ['DJI_0003_s.JPG', 'unknown'],
    ['DJI_0004_w.JPG', 'unknown'],
    ['Tower_S.jpg', 'unknown'],
    ['Tower_N.jpg', 'unknown'],
    ['Worldwide.jpg', 'unknown'],
    ['Fire station.jpg', 'unknown'],
  ])('is recognized by the name %s', (fileName, lens) => {
    expect(lensFacts({ ...NO_LENS_FACTS, fileName }).lens).toBe(lens);
  });

  it.each([
    ['DJI', { imageSource: 'InfraredCamera' }, 'thermal'],
    ['DJI', { imageSource: 'ZoomCamera' }, 'zoom'],
    ['DJI', { imageSource: 'WideCamera' }, 'wide'],
    ['DJI', { imageSource: 'VisibleCamera' }, 'visible'],
    ['Skydio', { cameraModel: 'VT300-Z_40' }, 'thermal'],
    ['Skydio', { cameraModel: 'VT300-L_50' }, 'zoom'],
    ['FLIR', { bandName: 'LWIR' }, 'thermal'],
    ['a multispectral camera', { bandName: 'Red edge' }, 'red-edge'],
    ['temperatures', { photoType: 'thermal', imageSource: 'WideCamera' }, 'thermal'],
  ] as const)('is recognized by the metadata of %s before its name', (_of, facts, lens) => {
    expect(lensFacts({ ...NO_LENS_FACTS, ...facts, fileName: 'DJI_0001_Z.JPG' }).lens).toBe(lens);
  });

  it('has a focal length that includes digital zoom', () => {
    const facts = {
      ...NO_LENS_FACTS,
      fileName: 'a.jpg',
      focalLength: 4.5,
      equivalentFocalLength: 24,
    };
    expect(lensFacts({ ...facts, digitalZoom: 2 })).toMatchObject({
      focalLength: 9,
      equivalentFocalLength: 48,
    });
  });
});

const at = (equivalentFocalLength: number, lens: LensFacts['lens'] = 'unknown'): LensFacts => ({
  lens,
  equivalentFocalLength,
});

test.each<[string, LensFacts, LensFacts, boolean]>([
  ['wide and zoom', { lens: 'wide' }, { lens: 'zoom' }, true],
  ['wide and zoom at nearly the same focal length', at(24, 'wide'), at(31, 'zoom'), true],
  ['thermal and visible', { lens: 'thermal' }, { lens: 'visible' }, true],
  ['thermal and an unknown lens', { lens: 'thermal' }, {}, true],
  ['a panorama and a photo', { lens: 'panorama' }, at(24), true],
  ['two bands', { lens: 'red' }, { lens: 'red-edge' }, true],
  ['the same lens', { lens: 'zoom' }, { lens: 'zoom' }, false],
  ['two zoom levels', at(162, 'zoom'), at(56, 'zoom'), true],
  ['nearly equal zoom levels', at(162, 'zoom'), at(150, 'zoom'), false],
  ['lenses without names', at(24), at(70), true],
  ['the wide lenses of two drones', at(24), at(28), false],
  ['a wide lens that changed its name', at(24, 'wide'), at(24, 'visible'), false],
  ['a visible camera that is the zoom', at(162, 'visible'), at(162, 'zoom'), false],
  ['a short lens and a zoom', at(24), { lens: 'zoom' }, true],
  ['a visible camera and a zoom', { lens: 'visible' }, { lens: 'zoom' }, true],
  ['a wide lens and a long one', { lens: 'wide' }, at(162), true],
  ['lenses without equivalents', { focalLength: 4.5 }, { focalLength: 29.8 }, true],
  ['two kinds of cameras', { focalLength: 4.5 }, { ...at(24), focalLength: 12.3 }, false],
  ['a zoom and an unknown lens', at(162, 'zoom'), {}, false],
  ['an old photo and a new one', {}, at(24, 'wide'), false],
])('tells lenses apart: %s', (_name, a, b, differs) => {
  expect([differsInLens(a, b), differsInLens(b, a)]).toEqual([differs, differs]);
});

test('names every lens except the normal one', () => {
  const facts = [
    {},
    at(24, 'wide'),
    at(24),
    at(70),
    { lens: 'thermal' },
    { lens: 'zoom' },
  ] as const;
  expect(facts.map(lensName)).toEqual([null, null, null, 'zoom', 'thermal', 'zoom']);
});

test('groups photos by lens, with unknown lenses in the wide group', () => {
  const [old, wide, zoom, far] = [{}, at(24, 'wide'), at(162, 'zoom'), at(400, 'zoom')] as const;
  const heat = { lens: 'thermal' } as const;
  expect(groupByLens([old, zoom, wide, far, old, heat])).toEqual([
    [wide, old, old],
    [zoom],
    [far],
    [heat],
  ]);
  expect(groupByLens([old, wide, zoom, zoom])).toEqual([
    [wide, old],
    [zoom, zoom],
  ]);
  expect(groupByLens([old, zoom, zoom, at(170)])).toEqual([[zoom, zoom, at(170), old]]);
});
