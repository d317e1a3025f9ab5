import { open, type FileHandle } from 'node:fs/promises';
import { isUsableYear } from '#domain/capture-time.ts';
import { boxesIn, findBox, readBytes, type Box } from './boxes.ts';

/** Seconds from 1904-01-01, the epoch of ISO 14496-12, to 1970-01-01. */
const EPOCH_OFFSET = 2_082_844_800;

export type MovieHeader = {
  /** Creation time, in UTC according to the format (but see `videoTimes`). Null if not between 1990 and 2099. */
  headerTime: Date | null;
  place: Place | null;
  editedSeconds: number | null;
};
type Place = { latitude: number; longitude: number };

/** Boxes `mvhd`, `tkhd` and `elst` (ISO/IEC 14496-12, 8.2.2, 8.3.2, 8.6.6), and `loci` (3GPP TS 26.244, 8.10). */
export async function readMovieHeader(path: string, trackId: number): Promise<MovieHeader> {
  const file = await open(path);
  try {
    const { size } = await file.stat();
    const movie = await findBox(file, 'moov', 0, size);
    if (!movie) return { headerTime: null, place: null, editedSeconds: null };
    const header = await findBox(file, 'mvhd', movie.body, movie.end);
    const track = await findTrack(file, movie, trackId);
    return {
      headerTime: (await timeIn(file, header)) ?? (await timeIn(file, track?.header)),
      place: await findPlace(file, movie),
      editedSeconds: header && track ? await findEdits(file, track.body, header) : null,
    };
  } finally {
    await file.close();
  }
}

async function timeIn(file: FileHandle, header: Box | null | undefined): Promise<Date | null> {
  const bytes = header ? await readBytes(file, header.body, 12) : Buffer.alloc(0);
  if (bytes.length < 12) return null;
  const seconds = bytes[0] === 1 ? Number(bytes.readBigUInt64BE(4)) : bytes.readUInt32BE(4);
  const instant = new Date((seconds - EPOCH_OFFSET) * 1000);
  return isUsableYear(instant.getUTCFullYear()) ? instant : null;
}

async function findTrack(file: FileHandle, movie: Box, id: number) {
  for await (const body of boxesIn(file, movie.body, movie.end)) {
    const header = body.type === 'trak' ? await findBox(file, 'tkhd', body.body, body.end) : null;
    const bytes = header ? await readBytes(file, header.body, 24) : Buffer.alloc(0);
    if (header && bytes.length === 24 && bytes.readUInt32BE(bytes[0] === 1 ? 20 : 12) === id)
      return { header, body };
  }
  return null;
}

const MAX_EDITS = 1000;

async function findEdits(file: FileHandle, track: Box, movieHeader: Box): Promise<number | null> {
  const edits = await findBox(file, 'edts', track.body, track.end);
  const list = edits && (await findBox(file, 'elst', edits.body, edits.end));
  if (!list) return null;
  const clock = await readBytes(file, movieHeader.body, 24);
  const bytes = await readBytes(file, list.body, Math.min(list.end - list.body, MAX_EDITS * 20));
  if (clock.length < 24 || bytes.length < 8) return null;
  const ticks = clock.readUInt32BE(clock[0] === 1 ? 20 : 12);
  const isWide = bytes[0] === 1;
  const [width, count] = [isWide ? 20 : 12, bytes.readUInt32BE(4)];
  let shown = 0;
  for (let at = 8; at + width <= bytes.length && at < 8 + count * width; at += width) {
    const from = isWide ? Number(bytes.readBigInt64BE(at + 8)) : bytes.readInt32BE(at + 4);
    if (from >= 0) shown += isWide ? Number(bytes.readBigUInt64BE(at)) : bytes.readUInt32BE(at);
  }
  // The length is 0 if the recorder didn't know it yet.
  return shown > 0 && ticks > 0 ? shown / ticks : null;
}

const MAX_PLACE_BYTES = 1024;

async function findPlace(file: FileHandle, movie: Box): Promise<Place | null> {
  const user = await findBox(file, 'udta', movie.body, movie.end);
  const place = user && (await findBox(file, 'loci', user.body, user.end));
  if (!place) return null;
  return placeIn(
    await readBytes(file, place.body, Math.min(MAX_PLACE_BYTES, place.end - place.body)),
  );
}

/** Layout: version and language (6 bytes), a name ending in 0, its role, then degrees with a 16-bit fraction. */
function placeIn(bytes: Buffer): Place | null {
  const isWide = [0xfeff, 0xfffe].includes(bytes.length >= 8 ? bytes.readUInt16BE(6) : 0);
  const end = isWide ? endOfWideName(bytes) : bytes.indexOf(0, 6) + 1;
  const at = end + 1;
  if (end <= 0 || at + 8 > bytes.length) return null;
  const [longitude, latitude] = [
    bytes.readInt32BE(at) / 65_536,
    bytes.readInt32BE(at + 4) / 65_536,
  ];
  const isPlace = Math.abs(latitude) <= 90 && Math.abs(longitude) <= 180;
  return isPlace && (latitude !== 0 || longitude !== 0) ? { latitude, longitude } : null;
}

function endOfWideName(bytes: Buffer): number {
  for (let at = 8; at + 1 < bytes.length; at += 2) if (bytes.readUInt16BE(at) === 0) return at + 2;
  return 0;
}
