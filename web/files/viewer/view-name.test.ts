import { describe, expect, it } from 'vitest';
import { distinctName, pairName } from './view-name.ts';
import { makeFile } from '#test/fixtures/viewer-files.ts';

it('names the viewpoints of two compared photos', () => {
  const [entrance, courtyard] = ['Entrance', 'Courtyard'].map((title) => makeFile({ title }));
  expect(pairName([entrance ?? null, entrance ?? null])).toBe('Entrance');
  expect(pairName([entrance ?? null, courtyard ?? null])).toBe('Entrance and Courtyard');
  expect(pairName([null, null])).toBe('Compare');
});

describe('distinctName', () => {
  const taken = (id: string, capturedAt: string | null, viewpointName = 'North gate') =>
    makeFile({ id, capturedAt, viewpointName, fileName: `${id}.JPG` });
  const names = (...files: ReturnType<typeof taken>[]) =>
    files.map((file) => distinctName(files, file, 'America/Chicago').replaceAll('\u202F', ' '));

  it('is only the name if no other photo of the week shares the viewpoint', () => {
    const [morning, gate] = [taken('a', '2026-11-14T15:00:00Z'), taken('b', null, 'Crane')];
    expect(names(morning, gate)).toEqual(['North gate', 'Crane']);
  });
  it('adds the local time to photos of the same viewpoint', () => {
    const photos = [
      taken('a', '2026-11-14T15:05:00Z'),
      taken('b', '2026-11-14T21:40:00Z'),
    ] as const;
    expect(names(...photos)).toEqual(['North gate, 9:05 AM', 'North gate, 3:40 PM']);
  });
  it('adds seconds if needed, or a number if the time is unknown', () => {
    const photos = [
      taken('a', '2026-11-14T15:05:01Z'),
      taken('b', '2026-11-14T15:05:09Z'),
    ] as const;
    expect(names(...photos)).toEqual(['North gate, 9:05:01 AM', 'North gate, 9:05:09 AM']);
    expect(names(taken('a', null), taken('b', null))).toEqual([
      'North gate, photo 1',
      'North gate, photo 2',
    ]);
  });
});
