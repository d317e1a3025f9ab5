import { expect, test } from 'vitest';
import { photoMetadata } from './photo-metadata.ts';

const ZONE = 'America/Chicago';
const unsetGimbal = {
  GimbalYawDegree: '+0.00',
  GimbalPitchDegree: '+0.00',
  GimbalRollDegree: '+0.00',
};
const AUTEL = { Yaw: '12.5', Pitch: '30', Roll: '1.5' };

test.each([
  [
    'Parrot',
    {
      xmp: {
        CameraYawDegree: '112.5',
        CameraPitchDegree: '-45.25',
        CameraRollDegree: '0.5',
        DroneYawDegree: '110',
        DronePitchDegree: '-2',
        DroneRollDegree: '1',
        // Pix4D's tags, in addition to the drone's own.
        Yaw: '1',
        Pitch: '2',
        Roll: '3',
      },
    },
    { gimbalYaw: 112.5, gimbalPitch: -45.25, gimbalRoll: 0.5, flightYaw: 110, flightPitch: -2 },
  ],
  [
    'Skydio',
    {
      xmp: {
        Latitude: 30.1,
        Longitude: -97.2,
        AbsoluteAltitude: '1034.441910',
        RelativeAltitude: '40.5',
        CameraOrientationNED: { Roll: 0.1, Pitch: -7.4, Yaw: 127.4 },
        VehicleOrientationNED: { Roll: 5.4, Pitch: -1, Yaw: 61.1 },
      },
    },
    {
      latitude: 30.1,
      longitude: -97.2,
      altitude: 1034.44191,
      relativeAltitude: 40.5,
      gimbalYaw: 127.4,
      gimbalPitch: -7.4,
      gimbalRoll: 0.1,
      flightYaw: 61.1,
      flightRoll: 5.4,
    },
  ],
  [
    'an old Autel',
    { exif: { Make: 'Autel Robotics' }, xmp: AUTEL },
    { gimbalYaw: 12.5, gimbalPitch: -60, gimbalRoll: 1.5, flightYaw: null },
  ],
  [
    'a new Autel',
    { exif: { Make: 'Autel Robotics' }, xmp: { ...AUTEL, GimbalPitchDegree: '-90' } },
    { gimbalYaw: null, gimbalPitch: -90 },
  ],
  [
    'another drone with Pix4D tags',
    { exif: { Make: 'senseFly' }, xmp: AUTEL },
    { gimbalPitch: null },
  ],
  [
    'a drone without gimbal angles',
    { xmp: { ...unsetGimbal, FlightYawDegree: '-90.00' } },
    { gimbalYaw: -90, gimbalPitch: null, gimbalRoll: null, flightYaw: -90 },
  ],
  [
    'a drone without gimbal angles and heading',
    { xmp: unsetGimbal },
    { gimbalYaw: 0, gimbalPitch: 0, gimbalRoll: 0, flightYaw: null },
  ],
  [
    'a level gimbal and a drone that point north',
    { xmp: { ...unsetGimbal, FlightYawDegree: '+0.00' } },
    { gimbalYaw: 0, gimbalPitch: 0, gimbalRoll: 0 },
  ],
  [
    'a level gimbal turned away from the heading',
    { xmp: { ...unsetGimbal, GimbalYawDegree: '+0.10', FlightYawDegree: '+3.00' } },
    { gimbalYaw: 0.1, gimbalPitch: 0, gimbalRoll: 0 },
  ],
  [
    'a photo with a damaged block',
    { xmp: { CameraOrientationNED: 'none', Latitude: 'x' } },
    { latitude: null, gimbalYaw: null },
  ],
])('reads the camera angles of %s', (_of, blocks, expected) => {
  expect(photoMetadata(blocks, ZONE)).toMatchObject(expected);
});
