import { describe, expect, it } from 'vitest';
import { type MapView, readMapView, writeMapView } from './map-view.ts';

const WEEK = '00000000-0000-4000-8000-000000000001';
const OTHER = '00000000-0000-4000-8000-000000000002';

const view: MapView = {
  layer: 'elevation',
  submissionId: WEEK,
  otherId: OTHER,
  mode: 'swipe',
  split: 37,
  isFlat: true,
  isTerrain: true,
  fileId: OTHER,
  place: { longitude: -97.146667, latitude: 31.549333, zoom: 17.25 },
};

describe('the map view in the URL', () => {
  it('can be read back, and other parameters are kept', () => {
    const search = writeMapView('?tab=maps', view);
    expect(search).toMatch(/^\?tab=maps&map=[\w.-]+$/);
    expect(readMapView(search)).toEqual(view);
  });
  it('omits the other week if only one is shown', () => {
    const search = writeMapView('', { ...view, mode: 'single', fileId: WEEK });
    expect(search).not.toContain(OTHER);
    expect(readMapView(search)).toMatchObject({ mode: 'single', otherId: undefined });
  });
  it.each([
    '',
    '?map=roads_x',
    `?map=orthophoto_${WEEK}_z17.00x-97.1`,
    `?map=orthophoto_${WEEK}_fly`,
  ])('is ignored if invalid: %s', (search) => {
    expect(readMapView(search)).toBeNull();
  });
  it('omits a position that is not on Earth', () => {
    const search = `?map=thermal_${WEEK}_z17.00x-197.100000y31.000000`;
    expect(readMapView(search)).toMatchObject({ layer: 'thermal', place: undefined });
  });
});
