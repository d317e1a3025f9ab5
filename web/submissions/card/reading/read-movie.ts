import { isUsableYear } from '#domain/capture-time.ts';
import { placeOfIso6709 } from '#domain/iso-6709.ts';
import type { Place } from '#domain/card-visits.ts';
import { placeAt, placeInSubtitles } from './read-track.ts';

/** A box of an MP4 or QuickTime file. `start` and `end` are the byte offsets of its content. */
type Box = { type: string; start: number; end: number };

const MAX_BOXES = 1000;

const viewOf = async (file: Blob, start: number, end: number) =>
  new DataView(await file.slice(start, end).arrayBuffer());

/** The boxes in a range, up to the first invalid one (ISO/IEC 14496-12, 4.2). */
async function boxesIn(file: Blob, { start, end }: Omit<Box, 'type'>): Promise<Box[]> {
  const found: Box[] = [];
  for (let at = start; at + 8 <= end && found.length < MAX_BOXES;) {
    const head = await viewOf(file, at, at + 16);
    const short = head.byteLength < 8 ? 1 : head.getUint32(0);
    if (short === 1 && head.byteLength < 16) break;
    const size = short === 1 ? Number(head.getBigUint64(8)) : short === 0 ? end - at : short;
    const content = at + (short === 1 ? 16 : 8);
    if (at + size < content) break;
    found.push({ type: latin1(head, 4, 8), start: content, end: Math.min(end, at + size) });
    at += size;
  }
  return found;
}

async function boxesAt(file: Blob, path: readonly string[], within: Box): Promise<Box[]> {
  const [name, ...rest] = path;
  if (name === undefined) return [within];
  const found = (await boxesIn(file, within)).filter(({ type }) => type === name);
  const deeper = await Promise.all(found.map((box) => boxesAt(file, rest, box)));
  return deeper.flat();
}

const contentOf = (file: Blob, { start, end }: Box, most: number): Promise<DataView> =>
  viewOf(file, start, Math.min(end, start + most));

const latin1 = (view: DataView, start = 0, end = view.byteLength): string =>
  new TextDecoder('latin1').decode(
    new Uint8Array(view.buffer, view.byteOffset + start, end - start),
  );

/** Bytes for the key, type, size and count of a value (GPMF: https://github.com/gopro/gpmf-parser). */
const HEAD_BYTES = 8;
const VALUE_BYTES = 4;
/**
 * Keys of values with latitude and longitude, and the number of four-byte values before the latitude: GPS5 up to HERO
 * 10, GPS9 since HERO 11, and GLPI on the Karma drone, where a time comes first.
 */
const POSITION_KEYS = { GPS5: 0, GPS9: 0, GLPI: 1 };

/** The camera's position in a sample of GoPro metadata. Null without a fix, and for other samples. */
function goProPlace(sample: DataView): Place | null {
  const text = latin1(sample);
  for (const [key, before] of Object.entries(POSITION_KEYS)) {
    const at = text.indexOf(key);
    const scale = text.lastIndexOf('SCAL', at);
    const from = HEAD_BYTES + before * VALUE_BYTES;
    if (at < 0 || scale < 0 || at + from + 2 * VALUE_BYTES > sample.byteLength) continue;
    const fix = text.lastIndexOf('GPSF', at);
    if (fix >= 0 && sample.getUint32(fix + HEAD_BYTES) === 0) continue;
    const degrees = (index: number) =>
      sample.getInt32(at + from + index * VALUE_BYTES) /
      sample.getInt32(scale + from + index * VALUE_BYTES);
    const place = placeAt(degrees(0), degrees(1));
    if (place) return place;
  }
  return null;
}

/** User data may contain pictures. */
const MAX_USER_DATA_BYTES = 8 * 1024 ** 2;
const MAX_SAMPLE_BYTES = 64 * 1024;
/** A camera takes up to a minute to get a fix; one sample covers a second. */
const MAX_SAMPLES = 16;

/**
 * Place and time of an MP4 or QuickTime video, from its header and its first metadata samples. `takenAt` is in
 * milliseconds. Rejects if the file can't be read.
 */
export async function readMovie(
  file: Blob,
): Promise<{ place: Place | null; takenAt: number | null }> {
  const whole: Box = { type: '', start: 0, end: file.size };
  const [movie] = await boxesAt(file, ['moov'], whole);
  if (!movie) return { place: null, takenAt: null };
  const place = (await placeInHeader(file, movie)) ?? (await placeInTracks(file, movie));
  return { place, takenAt: await creationTime(file, movie) };
}

/** Seconds from 1904-01-01, the epoch of ISO 14496-12, to 1970-01-01. */
const EPOCH_OFFSET = 2_082_844_800;

async function creationTime(file: Blob, movie: Box): Promise<number | null> {
  const [header] = await boxesAt(file, ['mvhd'], movie);
  if (!header) return null;
  const view = await contentOf(file, header, 12);
  if (view.byteLength < 12) return null;
  const seconds = view.getUint8(0) === 1 ? Number(view.getBigUint64(4)) : view.getUint32(4);
  const at = (seconds - EPOCH_OFFSET) * 1000;
  return isUsableYear(new Date(at).getUTCFullYear()) ? at : null;
}

/** The place from user data or metadata: ISO 6709 text in any box, or a `loci` box. */
async function placeInHeader(file: Blob, movie: Box): Promise<Place | null> {
  const boxes = (await boxesIn(file, movie)).filter(({ type }) => ['udta', 'meta'].includes(type));
  for (const box of boxes) {
    const found = placeOfIso6709(latin1(await contentOf(file, box, MAX_USER_DATA_BYTES)));
    if (found) return found;
  }
  const [location] = await boxesAt(file, ['udta', 'loci'], movie);
  return location ? placeOfLocation(await contentOf(file, location, 1024)) : null;
}

/**
 * 3GPP TS 26.244, 8.10: six bytes, a zero-terminated name, the role, then longitude and latitude in degrees as 16.16
 * fixed point.
 */
function placeOfLocation(view: DataView): Place | null {
  const isWide = view.byteLength >= 8 && [0xfeff, 0xfffe].includes(view.getUint16(6));
  let at = 6;
  const isEnd = () => (isWide ? view.getUint16(at) === 0 : view.getUint8(at) === 0);
  while (at + 2 < view.byteLength && !isEnd()) at += isWide ? 2 : 1;
  at += isWide ? 3 : 2;
  if (at + 8 > view.byteLength) return null;
  return placeAt(view.getInt32(at + 4) / 65_536, view.getInt32(at) / 65_536);
}

/** The place from the data tracks of GoPro (GPMF) and DJI (subtitles). */
async function placeInTracks(file: Blob, movie: Box): Promise<Place | null> {
  for (const track of await boxesAt(file, ['trak'], movie)) {
    if (!(await isDataTrack(file, track))) continue;
    for (const start of await sampleOffsets(file, track)) {
      const sample = await contentOf(file, { type: '', start, end: file.size }, MAX_SAMPLE_BYTES);
      const place = goProPlace(sample) ?? placeInSubtitles(latin1(sample));
      if (place) return place;
    }
  }
  return null;
}

const DATA_HANDLERS = ['meta', 'text', 'sbtl', 'subt'];

async function isDataTrack(file: Blob, track: Box): Promise<boolean> {
  const [handler] = await boxesAt(file, ['mdia', 'hdlr'], track);
  if (!handler) return false;
  const view = await contentOf(file, handler, 12);
  return view.byteLength === 12 && DATA_HANDLERS.includes(latin1(view, 8, 12));
}

/** Byte offsets of some of a track's chunks: dense at the start, then sparser. */
async function sampleOffsets(file: Blob, track: Box): Promise<number[]> {
  const [table] = await boxesAt(file, ['mdia', 'minf', 'stbl'], track);
  const boxes = table ? await boxesIn(file, table) : [];
  const box = boxes.find(({ type }) => type === 'stco' || type === 'co64');
  if (!box) return [];
  const bytes = box.type === 'co64' ? 8 : 4;
  const view = await contentOf(file, box, 8 * 1024 ** 2);
  if (view.byteLength < 8) return [];
  const count = Math.min(view.getUint32(4), Math.floor((view.byteLength - 8) / bytes));
  const wanted = Array.from({ length: MAX_SAMPLES }, (_, look) => (look * (look + 1)) / 2);
  return wanted
    .filter((index) => index < count)
    .map((index) => 8 + index * bytes)
    .map((at) => (bytes === 8 ? Number(view.getBigUint64(at)) : view.getUint32(at)));
}
