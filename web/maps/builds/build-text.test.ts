import { expect, test } from 'vitest';
import type { MapBuild, MapEstimate } from '#domain/map-builds.ts';
import { buildText, estimateFacts, verdictText } from './build-text.ts';

const GOOD: MapEstimate = {
  photos: 74,
  usable: 74,
  forwardOverlap: 0.712,
  sideOverlap: 0.6,
  isolated: 0,
  gaps: [],
  gapSize: 3,
  groundSampleDistance: 0.027,
  area: 40_000,
  memoryGigabytes: 6,
  megapixels: 1480,
  verdict: 'good',
  bytes: 600_000_000,
  reference: null,
};

test.each([
  [{}, '74 photos, 71% overlap: good'],
  [
    { photos: 8, usable: 2, forwardOverlap: null, verdict: 'hopeless' },
    "8 photos without overlap can't produce a map",
  ],
  [{ usable: 0, verdict: 'risky' }, 'Overlap unknown: the photos have no height above takeoff'],
  [{ usable: 0, verdict: 'hopeless' }, 'No photo looks down and has a position and a height'],
  [{ forwardOverlap: 0.3, verdict: 'hopeless' }, 'Forward overlap 30%: too little for a map'],
  [{ forwardOverlap: 0.45, verdict: 'risky' }, 'Forward overlap 45%: expect holes'],
  [{ sideOverlap: null, verdict: 'risky' }, 'Side overlap 0%: expect holes'],
  [{ gaps: [[-97, 31]], verdict: 'risky' }, '74 photos with gaps between them: expect holes'],
  [{ isolated: 1, verdict: 'risky' }, '1 photo without overlap: expect holes'],
  [{ photos: 12, verdict: 'risky' }, 'Only 12 photos: expect a small map'],
] as const)('%j: %s', (changes, text) => {
  expect(verdictText({ ...GOOD, ...changes } as MapEstimate)).toBe(text);
});

test('facts name what the engine lacks and leave out what is unknown', () => {
  const engine = { engine: 'odm', version: '3', queued: 0, memory: 4 * 1024 ** 3, options: [] };
  const choice = { preset: 'standard', engine: { ...engine, maxImages: 50 } } as const;
  const facts = estimateFacts({ ...GOOD, usable: 70 }, 'us', choice);
  expect(Object.fromEntries(facts)).toEqual({
    Overlap: '71% forward, 60% side',
    'Not looking down, or no position': '4 of 74',
    'Detail of the photos': '1.1\u00A0in per pixel',
    'Size to send': '572.2 MB',
    Time: "40 min to 2 h, depending on the engine's computer",
    Memory: '6 GB needed, the engine has 4 GB',
    'Photo limit of the engine': '50',
  });
});

test.each([
  [{ state: 'sending', progress: 34.2 }, 'Sending photos, 34%'],
  [{ state: 'building', progress: null }, 'Queued'],
  [{ state: 'building', progress: 61 }, 'Building, 61%'],
  [{ state: 'done', results: [{ name: 'Orthophoto.tif' }] }, 'Done: 1 file'],
  [{ state: 'failed', problem: 'No memory.' }, 'Failed: No memory.'],
])('%j: %s', (changes, text) => {
  expect(buildText({ progress: null, ...changes } as MapBuild)).toBe(text);
});
