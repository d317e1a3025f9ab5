import { expect, test } from 'vitest';
import { readTrack } from './read-track.ts';

const AUSTIN = { latitude: 30.2672, longitude: -97.7431 };
const AT = '2025-07-07T15:00:00.000Z';
const NO_FIX = '1\n00:00:00,000 --> 00:00:01,000\n[latitude: 0.000000] [longitude: 0.000000]\n\n';
const MRK =
  '1\t140418.000000\t[2374]\t  0,N\t  0,E\t  0,V\t30.26720000,Lat\t-97.74310000,Lon\t150.0,Ellh';

test.each([
  ['a.SRT', '[latitude: 30.2672] [longtitude: -97.7431]', null],
  ['a.srt', '2025-07-07 10:00:00,123\n[latitude : 30.2672] [longitude : -97.7431]', AT],
  ['a.srt', 'F/2.8, SS 30, ISO 260, GPS (-97.7431, 30.2672, 17), D 2m', null],
  ['a.srt', '2025.7.7 10:00:00\nGPS(30.2672,-97.7431,0.0M) BAROMETER:0.3M', AT],
  ['a.srt', 'HOME(W: 97.7, N: 30.2) 2025-07-07 10:00:00\nGPS(W: 97.7431, N: 30.2672, 9.3m)', AT],
  ['a.srt', 'GPS(30.2672, -97.7431)', null],
  ['a.srt', 'Lat: 30.2672 Lon: -97.7431 Alt: 20', null],
  ['a.srt', `${NO_FIX.repeat(9000)}2\n[latitude: 30.2672] [longitude: -97.7431]`, null],
  ['Timestamp.MRK', `1\t1.0\t[0]\t0,N\t0,E\t0,V\t0.0,Lat\t0.0,Lon\n${MRK}`, AT],
  ['a.pos', '% GPST\n2025/07/07 15:00:00.000   30.2672   -97.7431   150.0   1', AT],
  ['a.kml', '<Point><coordinates>\n-97.7431,30.2672,0</coordinates></Point>', null],
  ['a.kml', '<gx:Track><gx:coord>-97.7431 30.2672 12</gx:coord>', null],
  ['a.geojson', '{"type":"Polygon","coordinates":[[[-97.7431, 30.2672],[-97,30]]]}', null],
  [
    'a.gpx',
    `<trk><trkpt lon="-97.7431" lat="30.2672"><ele>9</ele>\n<time>${AT}</time></trkpt>`,
    AT,
  ],
  ['a.csv', '\uFEFFlatitude,longitude,altitude(m)\n0,0,1\n30.2672,-97.7431,60', null],
  ['a.csv', 'Name;"GPSLatitude";"GPSLongitude"\nx;"30.2672";"-97.7431"', null],
])('reads the first place and time in %s', async (name, text, time) => {
  const fix = await readTrack(new File([text], name), 'UTC');
  expect(fix?.place).toEqual(AUSTIN);
  expect(fix?.takenAt ?? null).toBe(time && Date.parse(time));
});

test.each([
  ['a.srt', NO_FIX],
  ['a.srt', '1\n00:00:00,000 --> 00:00:01,000\nHello'],
  ['a.csv', 'a,b\n1,2'],
  ['a.csv', 'lat,lon\n,\n'],
  ['a.gpx', '<gpx/>'],
  ['a.txt', '[latitude: 30.2672] [longitude: -97.7431]'],
])('returns null for %s without a place', async (name, text) => {
  expect(await readTrack(new File([text], name), 'UTC')).toBe(null);
});
