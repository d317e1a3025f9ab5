import { expect, it } from 'vitest';
import { missionPoints, takeoffsOf, type ViewpointPose } from './points.ts';

const pose = (changes: Partial<ViewpointPose> = {}): ViewpointPose => ({
  viewpointId: 'a',
  name: 'Gate',
  isHidden: false,
  day: '2026-11-20',
  isPanorama: false,
  latitude: -33.9,
  longitude: 151.2,
  altitude: 202,
  relativeAltitude: 60,
  gimbalYaw: -30,
  gimbalPitch: -25,
  flightYaw: 10,
  lens: 'wide',
  equivalentFocalLength: 24,
  cameraModel: 'M3E',
  ...changes,
});

const pointOf = (changes: Partial<ViewpointPose>, takeoff: number | null = 142) =>
  missionPoints([pose(changes)], takeoff).points[0];

it('corrects heights by the difference of the takeoffs', () => {
  expect(pointOf({})).toMatchObject({ height: 60, recordedHeight: 60, isCorrected: true });
  expect(pointOf({ altitude: 210 })).toMatchObject({ height: 68, recordedHeight: 60 });
  expect(pointOf({ altitude: 135, relativeAltitude: 5 })).toMatchObject({ height: -7 });
});

it.each([
  ['the altitude is unknown', { altitude: null }, 142],
  ['the altitude is the height above takeoff', { altitude: 60.02 }, 142],
  ['that of the mission is unknown', {}, null],
  ['the difference is implausible', { altitude: 560 }, 142],
])('keeps the recorded height if %s', (_, changes, takeoff) => {
  expect(pointOf(changes, takeoff)).toMatchObject({ height: 60, isCorrected: false });
});

it('uses the altitude if there is no height above takeoff', () => {
  expect(pointOf({ relativeAltitude: null })).toMatchObject({ height: 60, isCorrected: false });
});

it('faces as the camera did, and looking down, as the drone did', () => {
  expect(pointOf({})).toMatchObject({ yaw: -30, pitch: -25 });
  expect(pointOf({ gimbalYaw: 350 })).toMatchObject({ yaw: -10 });
  expect(pointOf({ gimbalPitch: -90 })).toMatchObject({ yaw: 10 });
  expect(pointOf({ gimbalYaw: null })).toMatchObject({ yaw: 10 });
});

it.each([
  ['panorama', { isPanorama: true }],
  ['no position', { latitude: null }],
  ['no yaw', { gimbalYaw: null, flightYaw: null }],
  ['no pitch', { gimbalPitch: null }],
  ['no height', { relativeAltitude: null, altitude: null }],
  ['unknown takeoff of a photo with only an altitude', { relativeAltitude: null }, null],
])('leaves out viewpoints: %s', (_, changes, takeoff: number | null = 142) => {
  const omitted = [pose(changes)];
  expect(missionPoints(omitted, takeoff)).toEqual({ points: [], omitted });
});

it('lists the takeoffs, latest first', () => {
  const poses = [
    pose({ day: '2026-11-13', altitude: 210 }),
    pose({}),
    pose({ altitude: 203 }),
    pose({ altitude: 220 }),
    pose({ altitude: null }),
  ];
  expect(takeoffsOf(poses)).toEqual([
    { day: '2026-11-20', elevation: 142 },
    { day: '2026-11-20', elevation: 160 },
    { day: '2026-11-13', elevation: 150 },
  ]);
});
