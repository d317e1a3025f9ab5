import { expect, it } from 'vitest';
import { momentAt, readFlightLog, readFlightTrack } from './flight-log.ts';

const LOG = `1
00:00:00,000 --> 00:00:00,042
<font size="36">SrtCnt : 1, DiffTime : 42ms
2026-10-26 10:52:20,000,000
[iso : 100] [shutter : 1/640.0] [fnum : 280] [latitude: 31.520294] [longitude: -97.159394] [altitude: 52.000000] </font>

2
00:01:00,042 --> 00:01:00,083
<font size="36">[iso: 200] [rel_alt: 60.100 abs_alt: 190.000] </font>

3
no timestamp
`;

it("reads a drone's flight data", () => {
  expect(readFlightLog(LOG, 'us')).toEqual([
    {
      from: 0,
      text: '10:52:20 · 171\u00A0ft · 31.52029° N, 97.15939° W · ISO 100 · 1/640 s · f/2.8',
    },
    { from: 60.042, text: '197\u00A0ft · ISO 200' },
  ]);
  expect(readFlightLog(LOG.replaceAll('\n', '\r\n'), 'us')).toHaveLength(2);
  expect(readFlightLog('', 'us')).toEqual([]);
});
it.each([
  [
    'F/2.8, SS 30.15, ISO 260, EV -1.7, GPS (-121.7458, 48.0771, 17), D 221.21m, H 200.70m, H.S n/a',
    '658\u00A0ft · 48.07710° N, 121.74580° W · ISO 260 · 1/30 s · f/2.8',
  ],
  [
    'HOME(149.0251,-20.2532) 2017.08.05 14:11:51\nGPS(149.0251,-20.2533,16) BAROMETER:1.9\nISO:100 Shutter:60 EV: Fnum:2.2',
    '14:11:51 · 6\u00A0ft · 20.25330° S, 149.02510° E · ISO 100 · 1/60 s · f/2.2',
  ],
  [
    'HOME(149.0251,-20.2532) 2017.8.5 14:11:51\nGPS(149.0251,-20.2533,16) Hb:1.9 Hs:1.9\nISO:100 TV:60 EV: 0 IR:F2.8',
    '14:11:51 · 20.25330° S, 149.02510° E · ISO 100 · 1/60 s',
  ],
  [
    '2022.06.21 16:06:21\nGPS(36.6146,-6.1120,0.0M) BAROMETER:4.1M',
    '16:06:21 · 13\u00A0ft · 36.61460° N, 6.11200° W',
  ],
])('formats the data of older drones: %s', (line, text) => {
  expect(readFlightLog(`1\n00:00:01,000 --> 00:00:02,000\n${line}\n`, 'us')).toEqual([
    { from: 1, text },
  ]);
});
it.each([
  ['GPS (-121.7458, 48.0771, 17), D 221.21m', [-121.7458, 48.0771]],
  ['HOME(149.0251,-20.2532) 2017.08.05\nGPS(149.0251,-20.2533,16)', [149.0251, -20.2533]],
  ['GPS(36.6146,-6.1120,0.0M) BAROMETER:0.3M', [-6.112, 36.6146]],
  ['[latitude : -20.2533] [longtitude : 149.0251]', [149.0251, -20.2533]],
])('reads the position format %s', (moment, place) => {
  expect(readFlightTrack(moment)).toEqual([place]);
});
it('reads a simplified flight path without entries that lack a GPS fix', () => {
  expect(readFlightTrack(LOG)).toEqual([[-97.159394, 31.520294]]);
  const moment = (index: number) =>
    `${index}\n00:00:00,000 --> 00:00:00,042\n[latitude: ${30 + index / 1e5}] [longitude: -97.1]\n`;
  const lost = '1\n[latitude: 0.000000] [longitude: 0.000000]\n';
  const all = [lost, ...Array.from({ length: 4001 }, (_, index) => moment(index))];
  const track = readFlightTrack(all.join('\n'));
  expect(track.length).toBeLessThan(1002);
  expect([track[0], track.at(-1)]).toEqual([
    [-97.1, 30],
    [-97.1, 30.04],
  ]);
});
it('finds the latest entry at or before a time in the video', () => {
  const moments = [0, 1, 2].map((from) => ({ from, text: `${from}` }));
  const at = (seconds: number) => momentAt(moments, seconds)?.text ?? null;
  expect([-1, 0, 0.9, 1, 99].map(at)).toEqual([null, '0', '0', '1', '2']);
  expect(momentAt([], 1)).toBeNull();
});
