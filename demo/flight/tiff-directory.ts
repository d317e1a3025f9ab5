/** A field of an image file directory (TIFF 6.0). Fractions are stored as a numerator followed by a denominator. */
export type Field = { tag: number; type: number; values: readonly number[] };

const TYPE = {
  byte: 1,
  ascii: 2,
  short: 3,
  long: 4,
  ratio: 5,
  undefined: 7,
  signedRatio: 10,
  double: 12,
};
const UNIT_BYTES: Record<number, number> = { 3: 2, 4: 4, 5: 8, 10: 8, 12: 8 };

const field =
  (type: number) =>
  (tag: number, ...values: number[]): Field => ({ tag, type, values });

export const byte = field(TYPE.byte);
export const short = field(TYPE.short);
export const long = field(TYPE.long);
export const ratio = field(TYPE.ratio);
export const signedRatio = field(TYPE.signedRatio);
export const double = field(TYPE.double);
export const bytes = (tag: number, text: string): Field => ({
  tag,
  type: TYPE.undefined,
  values: [...Buffer.from(text, 'latin1')],
});
export const ascii = (tag: number, text: string): Field => ({
  tag,
  type: TYPE.ascii,
  values: [...Buffer.from(`${text}\0`, 'latin1')],
});

/** The header of a little-endian TIFF whose first directory follows immediately. */
export const tiffHead = (): Buffer => Buffer.from([0x49, 0x49, 42, 0, 8, 0, 0, 0]);

/**
 * Returns a directory for offset `at`, followed by the values that don't fit in its entries. `next` is true if another
 * directory follows immediately.
 */
export function directory(fields: readonly Field[], at: number, next = false): Buffer {
  const head = Buffer.alloc(2 + fields.length * 12 + 4);
  head.writeUInt16LE(fields.length, 0);
  const behind: Buffer[] = [];
  let end = at + head.length;
  fields.forEach((entry, index) => {
    const place = 2 + index * 12;
    const packed = packedOf(entry);
    head.writeUInt16LE(entry.tag, place);
    head.writeUInt16LE(entry.type, place + 2);
    head.writeUInt32LE(packed.length / (UNIT_BYTES[entry.type] ?? 1), place + 4);
    if (packed.length <= 4) {
      packed.copy(head, place + 8);
      return;
    }
    head.writeUInt32LE(end, place + 8);
    behind.push(packed, Buffer.alloc(packed.length % 2));
    end += packed.length + (packed.length % 2);
  });
  if (next) head.writeUInt32LE(end, head.length - 4);
  return Buffer.concat([head, ...behind]);
}

function packedOf({ type, values }: Field): Buffer {
  if (type === TYPE.short) return Buffer.from(new Uint16Array(values).buffer);
  if (type === TYPE.signedRatio) return Buffer.from(new Int32Array(values).buffer);
  if (type === TYPE.long || type === TYPE.ratio) return Buffer.from(new Uint32Array(values).buffer);
  if (type === TYPE.double) return Buffer.from(new Float64Array(values).buffer);
  return Buffer.from(values);
}
