import { expect, it } from 'vitest';
import { momentAt, readFlightLog } from './flight-log.ts';

const LOG = `1
00:00:00,000 --> 00:00:00,042
<font size="36">SrtCnt : 1, DiffTime : 42ms
2026-10-26 10:52:20,000,000
[iso : 100] [shutter : 1/640.0] [fnum : 280] [latitude: 31.520294] [longitude: -97.159394] [altitude: 52.000000] </font>

2
00:01:00,042 --> 00:01:00,083
<font size="36">[iso: 200] [rel_alt: 60.100 abs_alt: 190.000] </font>

3
not a moment
`;

it('reads what a drone noted beside its film', () => {
  expect(readFlightLog(LOG)).toEqual([
    {
      from: 0,
      text: '10:52:20 · 171 ft (52 m) · 31.52029° N, 97.15939° W · ISO 100 · 1/640 s · f/2.8',
    },
    { from: 60.042, text: '197 ft (60 m) · ISO 200' },
  ]);
  expect(readFlightLog(LOG.replaceAll('\n', '\r\n'))).toHaveLength(2);
  expect(readFlightLog('')).toEqual([]);
});
it('finds the last note before a position', () => {
  const moments = [0, 1, 2].map((from) => ({ from, text: `${from}` }));
  const at = (seconds: number) => momentAt(moments, seconds)?.text ?? null;
  expect([-1, 0, 0.9, 1, 99].map(at)).toEqual([null, '0', '0', '1', '2']);
  expect(momentAt([], 1)).toBeNull();
});
