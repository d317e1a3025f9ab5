import { expect, it } from 'vitest';
import {
  type FlightPhoto,
  missionPoints,
  takeoffElevations,
  takeoffsOf,
  type ViewpointPose,
} from './points.ts';

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
  takeoffElevation: 142,
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
  expect(pointOf({ takeoffElevation: 150 })).toMatchObject({ height: 68, recordedHeight: 60 });
  expect(pointOf({ takeoffElevation: 130, relativeAltitude: 5 })).toMatchObject({ height: -7 });
});

it.each([
  ['the elevation is unknown', { takeoffElevation: null }, 142],
  ['that of the mission is unknown', {}, null],
  ['the difference is implausible', { takeoffElevation: 500 }, 142],
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
  ['no-position', { latitude: null }],
  ['no-direction', { gimbalYaw: null, flightYaw: null }],
  ['no-direction', { gimbalPitch: null }],
  ['no-height', { relativeAltitude: null, altitude: null }],
])('leaves out viewpoints: %s', (reason, changes) => {
  const found = missionPoints([pose(changes)], 142);
  expect(found).toEqual({ points: [], omitted: [{ name: 'Gate', reason }] });
});

const START = Date.parse('2026-11-20T15:00:00Z');
const photo = (id: string, minute: number, changes: Partial<FlightPhoto> = {}): FlightPhoto => ({
  id,
  submissionId: 's',
  cameraModel: 'M3E',
  capturedAt: new Date(START + minute * 60_000),
  altitude: 202,
  relativeAltitude: 60,
  ...changes,
});

it('takes the median of each flight', () => {
  const found = takeoffElevations([
    photo('a', 0),
    photo('b', 1, { altitude: 203 }),
    photo('c', 2, { altitude: 202.4 }),
    // After a pause, and from another place.
    photo('d', 20, { altitude: 204 }),
    photo('e', 20.5, { altitude: 220 }),
    photo('f', 1, { altitude: 190, cameraModel: 'M4T' }),
  ]);
  expect(Object.fromEntries([...found].map(([id, at]) => [id, Math.round(at * 10) / 10]))).toEqual({
    a: 142.4,
    b: 142.4,
    c: 142.4,
    d: 144,
    e: 160,
    f: 130,
  });
});

it('ignores drones that write the height above takeoff as altitude', () => {
  expect(takeoffElevations([photo('a', 0, { altitude: 60.02 })]).size).toBe(0);
});

it('lists the takeoffs, latest first', () => {
  const poses = [
    pose({ day: '2026-11-13', takeoffElevation: 150 }),
    pose({}),
    pose({ takeoffElevation: 143 }),
    pose({ takeoffElevation: 160 }),
    pose({ takeoffElevation: null }),
  ];
  expect(takeoffsOf(poses)).toEqual([
    { day: '2026-11-20', elevation: 142 },
    { day: '2026-11-20', elevation: 160 },
    { day: '2026-11-13', elevation: 150 },
  ]);
});
