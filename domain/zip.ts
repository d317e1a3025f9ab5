/**
 * Uncompressed ZIP that can be produced one byte range at a time. Layout: APPNOTE.TXT 6.3.10 (PKWARE), sections in
 * brackets.
 */
export type ZipEntry = {
  name: string;
  size: number;
  crc32: number;
  /** ZIP stores a local time without a zone. This date's UTC fields are used, to two seconds. */
  modifiedAt: Date;
  source: string;
};

type Part = { offset: number; length: number } & (
  | { bytes: Uint8Array<ArrayBuffer> }
  | { source: string }
);
export type ZipPlan = { readonly parts: readonly Part[]; readonly size: number };

/** `start` and `end` are inclusive. */
export type OpenSource = (source: string, start: number, end: number) => AsyncIterable<Uint8Array>;

const MAX_32 = 0xffffffff;
const MAX_16 = 0xffff;
const VERSION = 20;
const VERSION_ZIP64 = 45;
/** Version 4.5, host 3 (Unix), so that external attributes are read as a file mode [4.4.2]. */
const MADE_BY = (3 << 8) | VERSION_ZIP64;
const REGULAR_FILE = 0o100644 * 0x10000;
/** General purpose bit 11: the name is UTF-8 [4.4.4]. */
const UTF8_NAMES = 0x0800;

type Field = [bytes: 2 | 4 | 8, value: number];

export function planZip(entries: readonly ZipEntry[]): ZipPlan {
  const parts: Part[] = [];
  const directory: Uint8Array<ArrayBuffer>[] = [];
  let offset = 0;
  const add = (
    length: number,
    content: { bytes: Uint8Array<ArrayBuffer> } | { source: string },
  ) => {
    parts.push({ offset, length, ...content });
    offset += length;
  };
  for (const entry of entries) {
    directory.push(centralHeader(entry, offset));
    const header = localHeader(entry);
    add(header.length, { bytes: header });
    add(entry.size, { source: entry.source });
  }
  const directoryOffset = offset;
  const directoryBytes = joined(directory);
  add(directoryBytes.length, { bytes: directoryBytes });
  const end = endRecords(entries.length, directoryOffset, directoryBytes.length);
  add(end.length, { bytes: end });
  return { parts, size: offset };
}

/** Yields bytes `start` to `end`, both inclusive. Throws if a source isn't as long as planned. */
export async function* zipBytes(
  plan: ZipPlan,
  start: number,
  end: number,
  openSource: OpenSource,
): AsyncGenerator<Uint8Array> {
  for (let index = partAt(plan, start); index < plan.parts.length; index++) {
    const part = plan.parts[index];
    if (!part || part.offset > end) return;
    const from = Math.max(0, start - part.offset);
    const to = Math.min(part.length - 1, end - part.offset);
    if (to < from) continue;
    if ('bytes' in part) yield part.bytes.subarray(from, to + 1);
    else yield* withExactLength(openSource(part.source, from, to), to - from + 1, part.source);
  }
}

/** Each file's bytes are known, but not yet how many files follow. */
export async function* zipStream(
  files: AsyncIterable<Omit<ZipEntry, 'size' | 'source'> & { bytes: Uint8Array }>,
): AsyncGenerator<Uint8Array> {
  const directory: Uint8Array[] = [];
  let offset = 0;
  for await (const { bytes, ...file } of files) {
    const entry = { ...file, size: bytes.length, source: '' };
    const header = localHeader(entry);
    directory.push(centralHeader(entry, offset));
    offset += header.length + bytes.length;
    yield header;
    yield bytes;
  }
  const directoryBytes = joined(directory);
  yield directoryBytes;
  yield endRecords(directory.length, offset, directoryBytes.length);
}

function partAt({ parts }: ZipPlan, position: number): number {
  let low = 0;
  let high = parts.length - 1;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if ((parts[middle]?.offset ?? 0) <= position) low = middle;
    else high = middle - 1;
  }
  return low;
}

async function* withExactLength(chunks: AsyncIterable<Uint8Array>, length: number, source: string) {
  let left = length;
  for await (const chunk of chunks) {
    left -= chunk.byteLength;
    if (left < 0) break;
    yield chunk;
  }
  if (left !== 0)
    throw new Error(`${source} does not have the size that the archive was planned with`);
}

function localHeader({ name, size, crc32, modifiedAt }: ZipEntry): Uint8Array<ArrayBuffer> {
  const wide = size >= MAX_32;
  const utf8 = new TextEncoder().encode(name);
  const extra = zip64Extra(wide ? [size, size] : []);
  const size32 = Math.min(size, MAX_32);
  const head = record([
    [4, 0x04034b50],
    [2, wide ? VERSION_ZIP64 : VERSION],
    [2, UTF8_NAMES],
    [2, 0], // method: stored
    ...dosTime(modifiedAt),
    [4, crc32],
    [4, size32],
    [4, size32],
    [2, utf8.length],
    [2, extra.length],
  ]);
  return joined([head, utf8, extra]);
}

/** Central directory header [4.3.12]; `offset` is the local header's. */
function centralHeader(
  { name, size, crc32, modifiedAt }: ZipEntry,
  offset: number,
): Uint8Array<ArrayBuffer> {
  const utf8 = new TextEncoder().encode(name);
  const far = offset >= MAX_32;
  const extra = zip64Extra([...(size >= MAX_32 ? [size, size] : []), ...(far ? [offset] : [])]);
  const size32 = Math.min(size, MAX_32);
  const head = record([
    [4, 0x02014b50],
    [2, MADE_BY],
    [2, extra.length > 0 ? VERSION_ZIP64 : VERSION],
    [2, UTF8_NAMES],
    [2, 0],
    ...dosTime(modifiedAt),
    [4, crc32],
    [4, size32],
    [4, size32],
    [2, utf8.length],
    [2, extra.length],
    [2, 0], // comment
    [2, 0], // disk
    [2, 0], // internal attributes
    [4, REGULAR_FILE],
    [4, Math.min(offset, MAX_32)],
  ]);
  return joined([head, utf8, extra]);
}

/** End of central directory [4.3.16], with the ZIP64 record and its locator [4.3.14, 4.3.15] when needed. */
function endRecords(count: number, offset: number, length: number): Uint8Array<ArrayBuffer> {
  const wide = count >= MAX_16 || offset >= MAX_32 || length >= MAX_32;
  const zip64: Field[] = [
    [4, 0x06064b50],
    [8, 44], // length of the rest of this record
    [2, MADE_BY],
    [2, VERSION_ZIP64],
    [4, 0],
    [4, 0],
    [8, count],
    [8, count],
    [8, length],
    [8, offset],
    [4, 0x07064b50],
    [4, 0],
    [8, offset + length],
    [4, 1], // number of disks
  ];
  const count16 = Math.min(count, MAX_16);
  const end: Field[] = [
    [4, 0x06054b50],
    [2, 0],
    [2, 0],
    [2, count16],
    [2, count16],
    [4, Math.min(length, MAX_32)],
    [4, Math.min(offset, MAX_32)],
    [2, 0],
  ];
  return record(wide ? [...zip64, ...end] : end);
}

/** ZIP64 extended information [4.5.3]: the values that exceed 32 bits, in the given order. */
function zip64Extra(values: number[]): Uint8Array<ArrayBuffer> {
  if (values.length === 0) return new Uint8Array(0);
  return record([[2, 0x0001], [2, 8 * values.length], ...values.map((value): Field => [8, value])]);
}

/** MS-DOS time and date [4.4.6]; the format covers 1980 to 2107. */
function dosTime(date: Date): [Field, Field] {
  const year = date.getUTCFullYear();
  if (!(year >= 1980))
    return [
      [2, 0],
      [2, (1 << 5) | 1],
    ];
  const time =
    (date.getUTCHours() << 11) | (date.getUTCMinutes() << 5) | (date.getUTCSeconds() >> 1);
  const day = ((date.getUTCMonth() + 1) << 5) | date.getUTCDate();
  return [
    [2, time],
    [2, (Math.min(year - 1980, 127) << 9) | day],
  ];
}

function record(fields: Field[]): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(fields.reduce((sum, [length]) => sum + length, 0));
  const view = new DataView(bytes.buffer);
  let at = 0;
  for (const [length, value] of fields) {
    if (length === 8) view.setBigUint64(at, BigInt(value), true);
    else if (length === 4) view.setUint32(at, value, true);
    else view.setUint16(at, value, true);
    at += length;
  }
  return bytes;
}

function joined(parts: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const part of parts) {
    bytes.set(part, at);
    at += part.length;
  }
  return bytes;
}

/** A small archive of texts, by file name. */
export function zipTexts(texts: Readonly<Record<string, string>>, modifiedAt: Date): Blob {
  const entries = Object.entries(texts).map(([name, text]) => {
    const bytes = new TextEncoder().encode(text);
    return { name, size: bytes.length, crc32: checksum(bytes), modifiedAt, source: name };
  });
  const { parts } = planZip(entries);
  return new Blob(parts.map((part) => ('bytes' in part ? part.bytes : (texts[part.source] ?? ''))));
}

/** CRC-32 (ISO 3309), the reversed polynomial of [4.4.7]. Slow; for short texts. */
function checksum(bytes: Uint8Array): number {
  let crc = MAX_32;
  for (const byte of bytes) {
    crc ^= byte;
    for (let bit = 0; bit < 8; bit++) crc = (crc >>> 1) ^ (crc & 1 ? 0xedb88320 : 0);
  }
  return (crc ^ MAX_32) >>> 0;
}
