import { open, type FileHandle } from 'node:fs/promises';
import type { PhotoType } from '#domain/files.ts';
import type { Blocks } from '#domain/flight-tags.ts';
import { sharp } from '../sharp.ts';

/** Panoramas are twice as wide as high; stitching may round. */
const FULL_RATIO = 2;
const ROUNDING = 0.01;
/** Who makes stitched panoramas of the whole sphere without always saying so in the file. */
const PANORAMA_MAKERS = /^(?:dji|insta360|arashi vision|gopro)\b/i;
/** A sensor of 160 x 120 pixels of 16 bits, the smallest that flies, fills as much. */
const LEAST_THERMAL_BYTES = 30_000;
const MAX_SEGMENTS = 500;

/** What a photo is besides a picture: temperatures of a thermal camera, or the whole sphere around a place. */
export async function photoTypeOf(path: string, blocks: Blocks): Promise<PhotoType | null> {
  const said = blocks.ifd0?.['Make'];
  const make = typeof said === 'string' ? said.trim() : '';
  if (await isThermal(path, make)) return 'thermal';
  return (await isPanorama(path, make, blocks)) ? 'panorama' : null;
}

/**
 * Whether a JPEG carries what a thermal camera measured: FLIR's records in APP1, which DJI's older
 * cameras write, too, or the raw image that DJI's newer ones (R-JPEG) put into APP3.
 */
async function isThermal(path: string, make: string): Promise<boolean> {
  const file = await open(path);
  try {
    let measured = 0;
    for await (const { marker, length, start } of segmentsOf(file)) {
      if (marker === 0xe1 && start === 'FLIR\0') return true;
      if (marker === 0xe3) measured += length;
    }
    return /^dji\b/i.test(make) && measured >= LEAST_THERMAL_BYTES;
  } finally {
    await file.close();
  }
}

/** The segments before the picture of a JPEG (ITU-T T.81, B.1.1.4); none of any other file. */
async function* segmentsOf(file: FileHandle) {
  const head = Buffer.alloc(9);
  for (let at = 2, count = 0; count < MAX_SEGMENTS; count++) {
    const { bytesRead } = await file.read(head, 0, head.length, at);
    const marker = head.readUInt8(1);
    // What is no marker, or the scan, or the end.
    if (bytesRead < 4 || head.readUInt8(0) !== 0xff || marker < 0xc0 || marker >= 0xff) return;
    if (marker === 0xda || marker === 0xd9) return;
    const length = head.readUInt16BE(2);
    yield { marker, length: length - 2, start: head.toString('latin1', 4, 9) };
    at += 2 + length;
  }
}

/**
 * Whether the picture is the whole sphere in equal angles: it says so (GPano, Photo Sphere XMP Metadata) or
 * it comes from a maker of such and has their shape. A part of a sphere stays an ordinary picture, and the
 * shape of the pixels decides, since smaller copies keep the numbers of the original.
 */
async function isPanorama(path: string, make: string, { GPano: said }: Blocks): Promise<boolean> {
  if (said ? said['ProjectionType'] !== 'equirectangular' : !PANORAMA_MAKERS.test(make))
    return false;
  if (said && !(isWhole(said, 'Width') && isWhole(said, 'Height'))) return false;
  const size = await sharp(path, { limitInputPixels: false })
    .metadata()
    .catch(() => null);
  return size !== null && Math.abs(size.width / size.height / FULL_RATIO - 1) <= ROUNDING;
}

/** Whether nothing was cropped off on this side; without numbers nothing was. */
function isWhole(said: Record<string, unknown>, side: 'Width' | 'Height'): boolean {
  const [full, cropped] = [said[`FullPano${side}Pixels`], said[`CroppedAreaImage${side}Pixels`]];
  if (full === undefined || cropped === undefined) return true;
  return Math.abs(Number(cropped) / Number(full) - 1) <= ROUNDING;
}
