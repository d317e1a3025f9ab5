import { expect, test } from 'vitest';
import { textPlace } from './text-place.ts';

const SRT = `1
00:00:00,000 --> 00:00:00,033
[latitude: 0.000000] [longitude: 0.000000]

2
00:00:00,033 --> 00:00:00,066
[latitude: 31.551200] [longitude: -97.130400] [rel_alt: 60.100]
`;
const KML = `<kml><Document><Placemark><Point><coordinates>
  -97.1304,31.5512,0 </coordinates></Point></Placemark></Document></kml>`;
const TRACK = '<kml><gx:Track><gx:coord>-97.1304 31.5512 60</gx:coord></gx:Track></kml>';

test.each([
  ['DJI_0001.SRT', SRT],
  ['old.srt', '1\r\n00:00:01,000 --> 00:00:02,000\r\nGPS(-97.1304,31.5512,18) BAROMETER:60'],
  ['mission.kml', KML],
  ['track.kml', TRACK],
  ['Airdata.csv', 'time(millisecond),latitude,longitude\n0,0.0,0.0\n100,31.5512,-97.1304\n'],
  ['phantom.csv', '"OSD.longitude [°]";"OSD.latitude [°]"\n"-97.1304";"31.5512"\n'],
  ['litchi.txt', 'Lat\tLng\n31.5512\t-97.1304'],
])('reads a position from %s', (name, text) => {
  expect(textPlace(name, text)).toEqual({ latitude: 31.5512, longitude: -97.1304 });
});

test.each([
  ['no-fix.srt', SRT.split('2\n00')[0] ?? ''],
  ['costs.csv', 'item,amount\nplates,12\n'],
  ['wrong.csv', 'latitude,longitude\n131,-97\n,\n'],
  ['notes.txt', 'Latitude of the site is great.'],
  ['site.prj', 'PROJCS["x"]'],
])('finds no position in %s', (name, text) => {
  expect(textPlace(name, text)).toBeNull();
});
