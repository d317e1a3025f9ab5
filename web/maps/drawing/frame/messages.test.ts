import { describe, expect, it } from 'vitest';
import { readFromFrame, readToFrame } from './messages.ts';

const other = {} as MessageEventSource;
const ORIGIN = 'https://photos.example';
const peer = { source: other, origin: ORIGIN };

const message = (data: unknown, from: object = {}) =>
  ({ data, source: other, origin: ORIGIN, ...from }) as MessageEvent<unknown>;

const bounds = { west: -97.2, south: 31.4, east: -97, north: 31.6 };
const place = { latitude: 31.5, longitude: -97.1, zoom: 14 };
const focus = { type: 'map:focus', projectId: 'a', ...place, bounds: null };

describe('the map frame', () => {
  it('accepts messages only from the page that embeds it', () => {
    expect(readToFrame(message(focus), peer)).toEqual(focus);
    expect(readToFrame(message(focus, { origin: 'https://elsewhere.example' }), peer)).toBeNull();
    expect(readToFrame(message(focus, { source: {} }), peer)).toBeNull();
    expect(readToFrame(message(focus, { source: null }), { ...peer, source: null })).toBeNull();
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
  ])('rejects a move with %o', (wrong) => {
    expect(readToFrame(message({ ...focus, ...wrong }), peer)).toBeNull();
  });

  it('accepts only known units', () => {
    const us = { type: 'map:units', units: 'us' };
    expect(readToFrame(message(us), peer)).toEqual(us);
    expect(readToFrame(message({ ...us, units: 'feet' }), peer)).toBeNull();
  });

  it('rejects markers if one has an invalid position', () => {
    const marker = { projectId: 'a', name: 'A', detail: '', latitude: 1, longitude: 2 };
    const markers = (...each: object[]) => message({ type: 'map:markers', markers: each });
    expect(readToFrame(markers(marker), peer)).not.toBeNull();
    expect(readToFrame(markers(marker, { ...marker, latitude: 91 }), peer)).toBeNull();
  });

  it('accepts only orthophotos with valid bounds from its own server', () => {
    const shown = { id: 'f', caption: 'A', url: '/media/p/1', bounds, minZoom: 15, maxZoom: 23 };
    const read = (...orthophotos: object[]) =>
      readToFrame(message({ type: 'map:orthophotos', orthophotos }), peer);
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
    expect(readToFrame(message(data), peer)).toBeNull();
  });
});

describe('the portal', () => {
  it('accepts messages about selections and moves', () => {
    const moved = { type: 'map:moved', projectId: 'a', ms: 812, center: [-97, 31], zoom: 14 };
    expect(readFromFrame(message(moved), peer)).toEqual(moved);
    expect(readFromFrame(message({ ...moved, center: [31] }), peer)).toBeNull();
    expect(readFromFrame(message({ type: 'map:selected' }), peer)).toBeNull();
    expect(readFromFrame(message(focus), peer)).toBeNull();
  });
});
