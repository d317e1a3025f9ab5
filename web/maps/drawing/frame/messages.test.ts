import { describe, expect, it } from 'vitest';
import { readFromFrame, readToFrame } from './messages.ts';

const other = {} as MessageEventSource;
const ORIGIN = 'https://photos.example';
const partner = { source: other, origin: ORIGIN };

const said = (data: unknown, from: object = {}) =>
  ({ data, source: other, origin: ORIGIN, ...from }) as MessageEvent<unknown>;

const bounds = { west: -97.2, south: 31.4, east: -97, north: 31.6 };
const place = { latitude: 31.5, longitude: -97.1, zoom: 14 };
const focus = { type: 'map:focus', projectId: 'a', ...place, bounds: null };

describe('the map', () => {
  it('listens to the page around it alone', () => {
    expect(readToFrame(said(focus), partner)).toEqual(focus);
    expect(readToFrame(said(focus, { origin: 'https://elsewhere.example' }), partner)).toBeNull();
    expect(readToFrame(said(focus, { source: {} }), partner)).toBeNull();
    expect(readToFrame(said(focus, { source: null }), { ...partner, source: null })).toBeNull();
  });

  it.each([
    { latitude: 90.1 },
    { longitude: -181 },
    { latitude: Number.NaN },
    { longitude: Number.POSITIVE_INFINITY },
    { latitude: '31.5' },
    { zoom: 23 },
    { zoom: -1 },
    { bounds: { ...bounds, north: 91 } },
    { bounds: undefined },
    { projectId: 7 },
    { type: 'map:fly' },
    { type: 'toString' },
  ])('does not go to %o', (wrong) => {
    expect(readToFrame(said({ ...focus, ...wrong }), partner)).toBeNull();
  });

  it('knows two kinds of units', () => {
    const us = { type: 'map:units', units: 'us' };
    expect(readToFrame(said(us), partner)).toEqual(us);
    expect(readToFrame(said({ ...us, units: 'feet' }), partner)).toBeNull();
  });

  it('shows markers only when each has a place', () => {
    const marker = { projectId: 'a', name: 'A', detail: '', latitude: 1, longitude: 2 };
    const markers = (...each: object[]) => said({ type: 'map:markers', markers: each });
    expect(readToFrame(markers(marker), partner)).not.toBeNull();
    expect(readToFrame(markers(marker, { ...marker, latitude: 91 }), partner)).toBeNull();
  });

  it('draws orthophotos of this site alone, each in its place', () => {
    const shown = { id: 'f', caption: 'A', url: '/media/p/1', bounds, minZoom: 15, maxZoom: 23 };
    const read = (...orthophotos: object[]) =>
      readToFrame(said({ type: 'map:orthophotos', orthophotos }), partner);
    expect(read(shown)).not.toBeNull();
    for (const wrong of [
      { url: 'https://elsewhere.example/' },
      { url: '//elsewhere.example/media/' },
      { bounds: null },
      { caption: undefined },
      { maxZoom: 25 },
    ]) {
      expect(read(shown, { ...shown, ...wrong })).toBeNull();
    }
  });

  it.each([null, 'map:focus', 5, [], {}])('ignores %o', (data) => {
    expect(readToFrame(said(data), partner)).toBeNull();
  });
});

describe('the portal', () => {
  it('hears what was selected, and where the map went', () => {
    const moved = { type: 'map:moved', projectId: 'a', ms: 812, center: [-97, 31], zoom: 14 };
    expect(readFromFrame(said(moved), partner)).toEqual(moved);
    expect(readFromFrame(said({ ...moved, center: [31] }), partner)).toBeNull();
    expect(readFromFrame(said({ type: 'map:selected' }), partner)).toBeNull();
    expect(readFromFrame(said(focus), partner)).toBeNull();
  });
});
