import { expect, test } from 'vitest';
import { isForClientsAtFirst, isNamedForStaff, isTelemetryText } from './telemetry.ts';

const time = '1\n00:00:00,000 --> 00:00:00,033\n';

test.each([
  ['DJI, with its position', `${time}[iso : 100] [latitude: 41.42] [longitude: 2.23]`],
  ['DJI, without a fix', `${time}<font size="28">FrameCnt: 1, DiffTime: 33ms`],
  ['Mavic Mini', `${time}F/2.8, SS 30.15, ISO 260, EV -1.7, GPS (-121.7458, 48.0771, 17)`],
  ['Matrice', `${time}2022.06.21 16:06:17\nGPS(36.6146,-6.1120,0.0M) BAROMETER:0.3M`],
  ['Autel', `${time}HOME(W: 74.0664, N: 4.7122) 2023-01-01 10:00:00\nISO:100 SHUTTER:60 EV:0`],
])('recognizes drone subtitles: %s', (_, text) => {
  expect(isTelemetryText(text, true)).toBe(true);
});

test('spoken subtitles are not telemetry', () => {
  expect(isTelemetryText(`${time}The altitude of the crane is checked: ISO 9001.`, true)).toBe(
    false,
  );
  expect(isForClientsAtFirst('walkthrough.srt', { mime: 'application/x-subrip' })).toBe(true);
});

test.each([
  ['EPSG:32614\n621000.1 3488000.2 180.1 1200 800 DJI_0001.JPG'],
  ['+proj=utm +zone=14 +datum=WGS84\n621000.1 3488000.2 180.1'],
  ['WGS84 UTM 14N\r\n621000.1 3488000.2 180.1 1200 800 DJI_0001.JPG'],
  ['latitude,longitude,altitude(m),heading(deg),gimbalmode\n4.7,-74.0,60,102,0'],
  ['time(millisecond),latitude,longitude,height_above_takeoff(feet),speed(mph)\n0,4.7,-74,0,0'],
  ['sep=,\nOSD.latitude,OSD.longitude,OSD.yaw\n4.7,-74,1'],
  ['<?xml version="1.0"?><kml xmlns:wpml="http://www.dji.com/wpmz/1.0.2"><Document>'],
  ['1\t390022.1\t[2200]\t   12,N\t   3,E\t 190,V'],
  ['% program   : RTKLIB ver.2.4.3'],
  [`${'3.05           OBSERVATION DATA    M'.padEnd(60)}RINEX VERSION / TYPE`],
])('recognizes ground control points, flight logs and missions: %j', (text) => {
  expect(isTelemetryText(text, false)).toBe(true);
});

test.each([
  ['Stockpile,Volume,Easting,Northing\nA,120,1,2\n'],
  ['Tree,Latitude,Longitude,Height\nOak,31.5,-97.1,12\n'],
  ['Notes of the visit: the crane was at full height and its heading changed.'],
  ['<?xml version="1.0"?><kml xmlns="http://www.opengis.net/kml/2.2"><Placemark>'],
])('text written for people is not telemetry: %j', (text) => {
  expect(isTelemetryText(text, false)).toBe(false);
});

test.each([
  ['gcp_list.txt', true],
  ['Site GCPs.csv', true],
  ['ground-control.txt', true],
  ['FlightLog_2025-08-01.csv', true],
  ['DJIFlightRecord_2025-08-01_[10-00-00].txt', true],
  ['Aug-1st-2025-Airdata.csv', true],
  ['mission_3.kml', true],
  ['geo.txt', true],
  ['DJI_0001.SRT', true],
  ['DJI_0001.LRF', true],
  ['site.tfw', true],
  ['site.PRJ', true],
  ['building permission.txt', false],
  ['Site plan.kml', false],
  ['geology.txt', false],
  ['GCP report.pdf', false],
  ['DJI_0001.MP4', false],
])('%s is only for staff by its name: %s', (name, isForStaff) => {
  expect(isNamedForStaff(name)).toBe(isForStaff);
});
