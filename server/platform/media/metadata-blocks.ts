import exifr from 'exifr';
import { sharp } from './sharp.ts';

/** The reader behind `exifr.parse`, whose type the package declares wrongly. */
type Reader = {
  read(source: string | Buffer): Promise<void>;
  parse(): Promise<Blocks | undefined>;
  file?: { close?(): Promise<void> };
};
const { Exifr } = exifr as unknown as { Exifr: new (options: object) => Reader };

export type Tags = Record<string, unknown>;
/** Tags by block ("ifd0", "exif", "gps") and by XMP namespace ("drone-dji", "xmp"). */
export type Blocks = Record<string, Tags | undefined>;

const OPTIONS = {
  tiff: true,
  exif: true,
  gps: true,
  xmp: true,
  iptc: false,
  icc: false,
  ihdr: false,
  jfif: false,
  mergeOutput: false,
  multiSegment: true,
  translateValues: false,
  // Revived dates are read in the zone of this process, whatever the file says.
  reviveValues: false,
};

/**
 * Reads what blocks there are, as far as they can be read. `warning` says in words what is damaged.
 * Throws only when the system does, for instance because there is no such file.
 */
export async function readBlocks(
  path: string,
): Promise<{ blocks: Blocks; warning: string | null }> {
  const problem = (error: unknown): Found => {
    if (error instanceof Error && 'syscall' in error) throw error;
    return { blocks: {}, problem: error };
  };
  let found = await parse(path).catch(problem);
  if (found.problem !== undefined) {
    const more = await parseWithSharp(path).catch(() => null);
    if (more) found = more;
  }
  const strange = found.problem instanceof Error && found.problem.message === 'Unknown file format';
  const whole = found.problem === undefined || strange;
  return { blocks: found.blocks, warning: whole ? null : damaged(found.problem) };
}

type Found = { blocks: Blocks; problem?: unknown };

/** exifr's own `parse` leaves the file open when it fails; here it is always closed. */
async function parse(source: string | Buffer): Promise<Found> {
  const reader = new Exifr(OPTIONS);
  try {
    await reader.read(source);
    const { errors = [], ...blocks } = (await reader.parse()) ?? {};
    return { blocks, problem: Array.isArray(errors) ? (errors as unknown[])[0] : undefined };
  } finally {
    await reader.file?.close?.();
  }
}

/** For containers that exifr does not open (WebP, some AVIF): sharp finds the blocks in them. */
async function parseWithSharp(path: string): Promise<Found | null> {
  const { exif, xmp } = await sharp(path, { limitInputPixels: false }).metadata();
  return exif || xmp ? parse(bareJpeg(exif, xmp)) : null;
}

/** A JPEG of nothing but metadata segments, the form in which exifr takes blocks from elsewhere. */
function bareJpeg(exif: Buffer | undefined, xmp: Buffer | undefined): Buffer {
  const segment = (name: string, content: Buffer | undefined) => {
    const length = 2 + name.length + (content?.length ?? 0);
    if (!content || length > 0xffff) return Buffer.alloc(0);
    const head = Buffer.from([0xff, 0xe1, length >> 8, length & 0xff]);
    return Buffer.concat([head, Buffer.from(name, 'latin1'), content]);
  };
  const named = exif?.toString('latin1', 0, 4) === 'Exif';
  return Buffer.concat([
    Buffer.from([0xff, 0xd8]),
    segment(named ? '' : 'Exif\0\0', exif),
    segment('http://ns.adobe.com/xap/1.0/\0', xmp),
    Buffer.from([0xff, 0xda, 0, 2, 0xff, 0xd9]),
  ]);
}

const damaged = (error: unknown) =>
  `The metadata of this photo is damaged: ${error instanceof Error ? error.message : String(error)}`;
