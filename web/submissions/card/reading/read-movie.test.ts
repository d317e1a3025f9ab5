import { expect, test } from 'vitest';
import { readMovie } from './read-movie.ts';

const text = (words: string) => new TextEncoder().encode(words);
const latin = (words: string) => Uint8Array.from(words, (sign) => sign.charCodeAt(0));
const int32 = (...values: number[]) => {
  const view = new DataView(new ArrayBuffer(values.length * 4));
  for (const [index, value] of values.entries()) view.setInt32(index * 4, value);
  return new Uint8Array(view.buffer);
};
const joined = (parts: readonly Uint8Array[]) =>
  Uint8Array.from(parts.flatMap((part) => [...part]));
const box = (type: string, ...parts: Uint8Array[]) => {
  const body = joined(parts);
  return joined([int32(8 + body.length), latin(type), body]);
};
/** A GPMF entry: key, type, size and values. */
const value = (key: string, type: string, ...values: number[]) =>
  joined([latin(key), latin(type), Uint8Array.of(4, 0, values.length), int32(...values)]);

const START = [box('ftyp', latin('isom')), box('mdat', new Uint8Array(5000))];
const movie = (...parts: Uint8Array[]) => new Blob([...START, box('moov', ...parts)]);
/** A video whose data track has one sample. */
function withTrack(handler: string, sample: Uint8Array<ArrayBuffer>): Blob {
  const head = box('ftyp', latin('isom'));
  const samples = box('mdat', sample);
  const table = box('stbl', box('stco', int32(0, 1, head.length + 8)));
  const media = [box('hdlr', int32(0, 0), latin(handler)), box('minf', table)];
  return new Blob([head, samples, box('moov', box('trak', box('mdia', ...media)))]);
}

const AUSTIN = { latitude: expect.closeTo(30.2672, 3), longitude: expect.closeTo(-97.7431, 3) };
const SCALE = value('SCAL', 'l', 10_000_000, 10_000_000, 1000);
const FIX = value('GPS5', 'l', 302_672_000, -977_431_000, 150_000);

test.each<[string, Blob, unknown]>([
  [
    'user data',
    movie(box('udta', box('©xyz', latin('\0\x12\x15Ç+30.2672-097.7431+150/')))),
    AUSTIN,
  ],
  ['degrees and minutes', movie(box('udta', box('©xyz', latin('+3016.032-09744.586/')))), AUSTIN],
  [
    'QuickTime keys',
    movie(
      box(
        'meta',
        box('keys', latin('mdtacom.apple.quicktime.location.ISO6709')),
        box(
          'ilst',
          box('\0\0\0\x01', box('data', int32(1, 0), latin('+30.2672-097.7431+150.100/'))),
        ),
      ),
    ),
    AUSTIN,
  ],
  [
    'a 3GPP box',
    movie(
      box('udta', box('loci', int32(0), latin('\x15Çhome\0\0'), int32(-6_405_692, 1_983_591, 0))),
    ),
    AUSTIN,
  ],
  ['zeros, without a fix', movie(box('udta', box('©xyz', latin('+00.0000+000.0000/')))), null],
  ['GoPro samples', withTrack('meta', joined([value('GPSF', 'L', 3), SCALE, FIX])), AUSTIN],
  [
    'GoPro samples without a fix',
    withTrack('meta', joined([value('GPSF', 'L', 0), SCALE, FIX])),
    null,
  ],
  ['subtitles', withTrack('text', text('\0A[latitude: 30.2672] [longitude: -97.7431]')), AUSTIN],
  ['no place', movie(), null],
  ['not a video', new Blob(['none']), null],
])('reads the place of a video: %s', async (_what, film, place) => {
  expect((await readMovie(film)).place).toEqual(place);
});

test('reads the recording time from a header behind the media data', async () => {
  const seconds = Date.UTC(2025, 6, 7, 15) / 1000 + 2_082_844_800;
  const header = box('mvhd', int32(0, seconds - 2 ** 32, 0));
  const long = joined([int32(1), latin('mdat'), int32(0, 16 + 70_000), new Uint8Array(70_000)]);
  const film = new Blob([long, box('moov', header)]);
  expect((await readMovie(film)).takenAt).toBe(Date.UTC(2025, 6, 7, 15));
  expect((await readMovie(movie(box('mvhd', int32(0, 0, 0))))).takenAt).toBe(null);
});
