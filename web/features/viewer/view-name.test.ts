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
    return viewName([makeFile({ id: 'other' }), file], file);
  };
  it('says where a photo looks', () => {
    expect(name({ gimbalYaw: 92, gimbalPitch: -30 })).toBe('View 2, facing east');
    expect(name({ gimbalYaw: 92, gimbalPitch: -89 })).toBe('View 2, straight down');
  });
  it('is a number only without a known direction', () => {
    expect(name({})).toBe('View 2');
  });
});
