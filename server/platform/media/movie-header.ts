import { open, type FileHandle } from 'node:fs/promises';
import { isUsableYear } from '#domain/capture-time.ts';

type Box = { type: string; body: number; end: number };

/** Seconds between 1904-01-01, where ISO 14496-12 counts from, and 1970-01-01. */
const EPOCH_OFFSET = 2_082_844_800;
const MAX_BOXES = 10_000;

/**
 * The creation time in the `mvhd` box of an MP4 or QuickTime file (ISO/IEC 14496-12, 8.2.2), which
 * is in UTC by the standard; a few cameras write their own clock. Null when it is absent or outside
 * of 1990 to 2099.
 */
export async function readCreationTime(path: string): Promise<Date | null> {
  const file = await open(path);
  try {
    const { size } = await file.stat();
    const movie = await findBox(file, 'moov', 0, size);
    const header = movie && (await findBox(file, 'mvhd', movie.body, movie.end));
    if (!header) return null;
    const { buffer, bytesRead } = await file.read(Buffer.alloc(12), 0, 12, header.body);
    if (bytesRead < 12) return null;
    const seconds = buffer[0] === 1 ? Number(buffer.readBigUInt64BE(4)) : buffer.readUInt32BE(4);
    const instant = new Date((seconds - EPOCH_OFFSET) * 1000);
    return isUsableYear(instant.getUTCFullYear()) ? instant : null;
  } finally {
    await file.close();
  }
}

/** Bytes of a place that are looked at: its name may be long, and stands before the numbers. */
const MOST_OF_PLACE = 1024;

/**
 * Where an MP4 file says that it was filmed, in degrees, from its `loci` box (3GPP TS 26.244, 8.10); null without
 * one, and for a place that is none.
 */
export async function readPlace(
  path: string,
): Promise<{ latitude: number; longitude: number } | null> {
  const file = await open(path);
  try {
    const { size } = await file.stat();
    const movie = await findBox(file, 'moov', 0, size);
    const user = movie && (await findBox(file, 'udta', movie.body, movie.end));
    const place = user && (await findBox(file, 'loci', user.body, user.end));
    if (!place) return null;
    const length = Math.min(MOST_OF_PLACE, place.end - place.body);
    const { buffer, bytesRead } = await file.read(Buffer.alloc(length), 0, length, place.body);
    return placeIn(buffer.subarray(0, bytesRead));
  } finally {
    await file.close();
  }
}

/** Version and language take 6 bytes, then come a name that ends with 0, its role, and degrees with 16 bits of fraction. */
function placeIn(bytes: Buffer): { latitude: number; longitude: number } | null {
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

async function findBox(
  file: FileHandle,
  type: string,
  start: number,
  end: number,
): Promise<Box | null> {
  let at = start;
  for (let boxes = 0; at + 8 <= end && boxes < MAX_BOXES; boxes++) {
    const box = await readBox(file, at, end);
    if (!box) return null;
    if (box.type === type) return box;
    at = box.end;
  }
  return null;
}

/** A size of 1 announces a 64-bit size, 0 reaches to the end of the file (ISO/IEC 14496-12, 4.2). */
async function readBox(file: FileHandle, at: number, limit: number): Promise<Box | null> {
  const { buffer, bytesRead } = await file.read(Buffer.alloc(16), 0, 16, at);
  if (bytesRead < 8) return null;
  const short = buffer.readUInt32BE(0);
  const size = short === 1 ? Number(buffer.readBigUInt64BE(8)) : short === 0 ? limit - at : short;
  if (size < 8) return null;
  return {
    type: buffer.toString('latin1', 4, 8),
    body: at + (short === 1 ? 16 : 8),
    end: at + size,
  };
}
