import { describe, expect, it } from 'vitest';
import { compass } from '#domain/directions.ts';
import { distinctName, viewName } from './view-name.ts';
import { makeFile } from './viewer-fixture.ts';

it.each([
  [0, 'north'],
  [44, 'northeast'],
  [-44, 'northwest'],
  [-180, 'south'],
  [350, 'north'],
])('calls a yaw of %i degrees %s', (yaw, name) => {
  expect(compass(yaw)).toBe(name);
});

describe('viewName', () => {
  const name = (pose: Parameters<typeof makeFile>[0]) => {
    const file = makeFile({ id: 'this', ...pose });
    const film = makeFile({ id: 'film', kind: 'video' });
    return viewName([makeFile({ id: 'other' }), film, file], file);
  };
  it('says where a photo looks', () => {
    expect(name({ gimbalYaw: 92, gimbalPitch: -30 })).toBe('Photo 2, facing east');
    expect(name({ gimbalYaw: 92, gimbalPitch: -89 })).toBe('Photo 2, straight down');
  });
  it('is a number only without a known direction', () => {
    expect(name({})).toBe('Photo 2');
  });
  it('is that of the viewpoint, which says where it looks unless staff chose it', () => {
    const down = { gimbalYaw: 92, gimbalPitch: -89 };
    expect(name({ ...down, viewpointName: 'Viewpoint 7' })).toBe('Viewpoint 7, straight down');
    expect(name({ ...down, viewpointName: 'North gate' })).toBe('North gate');
  });
});

describe('distinctName', () => {
  const taken = (id: string, capturedAt: string | null, viewpointName = 'North gate') =>
    makeFile({ id, capturedAt, viewpointName, fileName: `${id}.JPG` });
  const names = (...files: ReturnType<typeof taken>[]) =>
    files.map((file) => distinctName(files, file, 'America/Chicago').replaceAll('\u202F', ' '));

  it('is the name alone where no other photo of the week has it', () => {
    const [morning, gate] = [taken('a', '2026-11-14T15:00:00Z'), taken('b', null, 'Crane')];
    expect(names(morning, gate)).toEqual(['North gate', 'Crane']);
  });
  it('says when photos of one viewpoint were taken, by the clock at the site', () => {
    const photos = [
      taken('a', '2026-11-14T15:05:00Z'),
      taken('b', '2026-11-14T21:40:00Z'),
    ] as const;
    expect(names(...photos)).toEqual(['North gate, 9:05 AM', 'North gate, 3:40 PM']);
  });
  it('says the second of those taken in one minute, and the file where nothing else differs', () => {
    const photos = [
      taken('a', '2026-11-14T15:05:01Z'),
      taken('b', '2026-11-14T15:05:09Z'),
    ] as const;
    expect(names(...photos)).toEqual(['North gate, 9:05:01 AM', 'North gate, 9:05:09 AM']);
    expect(names(taken('a', null), taken('b', null))).toEqual([
      'North gate, a.JPG',
      'North gate, b.JPG',
    ]);
  });
});
