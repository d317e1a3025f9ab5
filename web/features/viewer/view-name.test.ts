import { describe, expect, it } from 'vitest';
import { compass } from '#domain/directions.ts';
import { viewName } from './view-name.ts';
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
