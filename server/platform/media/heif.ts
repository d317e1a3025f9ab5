import { copyFile, open, type FileHandle } from 'node:fs/promises';
import { boxesIn, findBox, readBytes } from './boxes.ts';

export type Heif = {
  /** From the codec's configuration. Brands only name what a reader must support, and 'mif1' doesn't even do that. */
  codec: 'av1' | 'hevc' | 'other';
  brand: string;
  isAvif: boolean;
};

/** Brands of still images and sequences: generic, HEVC (ISO/IEC 23008-12, annex B) and AV1 (AVIF 1.1, 6 and 8). */
const BRANDS =
  /^(?:mi[af][f123]|msf1|he[iv][cmsx]|hevc|avi[fs]|MA1[AB]|av01|jpeg|jpgs|avci|avcs|vvic|vvis)$/;
const MAX_HEAD_BYTES = 1024;

export async function readHeif(file: FileHandle): Promise<Heif | null> {
  const { size } = await file.stat();
  const head = await readBytes(file, 0, MAX_HEAD_BYTES);
  if (head.toString('latin1', 4, 8) !== 'ftyp') return null;
  const names = head.toString('latin1', 8, Math.min(head.length, head.readUInt32BE(0)));
  const brands = names.match(/.{4}/gsu) ?? [];
  const [brand = '', , ...others] = brands;
  if (![brand, ...others].some((each) => BRANDS.test(each))) return null;
  const meta = await findBox(file, 'meta', 0, size);
  const properties = meta && (await findBox(file, 'iprp', meta.body + 4, meta.end));
  const store = properties && (await findBox(file, 'ipco', properties.body, properties.end));
  if (!store) return null;
  const isAvif = [brand, ...others].some((each) => each === 'avif' || each === 'avis');
  for await (const { type } of boxesIn(file, store.body, store.end)) {
    if (type === 'av1C') return { codec: 'av1', brand, isAvif };
    if (type === 'hvcC') return { codec: 'hevc', brand, isAvif };
  }
  return { codec: 'other', brand, isAvif };
}

export async function readHeifAt(path: string): Promise<Heif | null> {
  const file = await open(path);
  try {
    return await readHeif(file);
  } finally {
    await file.close();
  }
}

/** sharp's libvips recognizes these as the first brand; it checks no other. */
const KNOWN_FIRST_BRANDS = new Set([
  'heic',
  'heix',
  'hevc',
  'heim',
  'heis',
  'mif1',
  'msf1',
  'avif',
]);

export async function withKnownBrand(path: string, heif: Heif, copy: string): Promise<string> {
  if (KNOWN_FIRST_BRANDS.has(heif.brand)) return path;
  await copyFile(path, copy);
  const file = await open(copy, 'r+');
  try {
    await file.write(heif.codec === 'av1' ? 'avif' : 'heic', 8, 'latin1');
  } finally {
    await file.close();
  }
  return copy;
}
