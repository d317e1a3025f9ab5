import { expect, it } from 'vitest';
import { isMapFile } from './map-files.ts';

it.each([
  ['raster', 'w03.tif', true],
  ['photo', 'Site_Orthomosaic.jpg', true],
  ['document', 'orthoscopic plan.pdf', true],
  ['photo', 'Site map.png', true],
  ['photo', 'DJI_0042.JPG', false],
  ['video', 'map flight.mp4', false],
] as const)('%s %s: %s', (kind, fileName, isMap) => {
  expect(isMapFile({ kind, fileName })).toBe(isMap);
});
