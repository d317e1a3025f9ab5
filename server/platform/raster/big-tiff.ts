export type LevelTiles = { width: number; height: number; offsets: number[]; lengths: number[] };

/** Header of a little-endian BigTIFF (Adobe, "The BigTIFF File Format"). */
export function bigTiffHead(directory: number): Buffer {
  const head = Buffer.alloc(16);
  head.write('II', 'latin1');
  head.writeUInt16LE(43, 2);
  head.writeUInt16LE(8, 4);
  head.writeBigUInt64LE(BigInt(directory), 8);
  return head;
}

const [SHORT, LONG8] = [3, 16];
const [FLOAT, DEFLATE, FLOAT_PREDICTOR] = [3, 8, 3];

type Field = readonly [tag: number, type: number, values: readonly number[]];

/** `head` is everything before the first pixel, which is at `offset`. Each strip has one row. */
export function strippedRgba(width: number, height: number) {
  const strip = width * 4;
  const fields = (offset: number): Field[] => [
    [256, LONG8, [width]],
    [257, LONG8, [height]],
    [258, SHORT, [8, 8, 8, 8]],
    [259, SHORT, [1]],
    [262, SHORT, [2]],
    [273, LONG8, Array.from({ length: height }, (_, row) => offset + row * strip)],
    [277, SHORT, [4]],
    [278, LONG8, [1]],
    [279, LONG8, Array.from({ length: height }, () => strip)],
    [284, SHORT, [1]],
    [338, SHORT, [2]],
  ];
  const [head, at] = [bigTiffHead(16), 16];
  const offset = at + directoryBytes(fields(0), at, true).length;
  return { head: Buffer.concat([head, directoryBytes(fields(offset), at, true)]), offset };
}

export function directoryOf(
  { width, height, offsets, lengths }: LevelTiles,
  {
    at,
    isReduced,
    tile,
    isLast,
  }: { at: number; isReduced: boolean; tile: number; isLast: boolean },
): Buffer {
  const fields: Field[] = [
    [254, LONG8, [isReduced ? 1 : 0]],
    [256, LONG8, [width]],
    [257, LONG8, [height]],
    [258, SHORT, [32]],
    [259, SHORT, [DEFLATE]],
    [262, SHORT, [1]],
    [277, SHORT, [1]],
    [284, SHORT, [1]],
    [317, SHORT, [FLOAT_PREDICTOR]],
    [322, LONG8, [tile]],
    [323, LONG8, [tile]],
    [324, LONG8, offsets],
    [325, LONG8, lengths],
    [339, SHORT, [FLOAT]],
  ];
  return directoryBytes(fields, at, isLast);
}

function directoryBytes(fields: readonly Field[], at: number, isLast: boolean): Buffer {
  const head = Buffer.alloc(8 + fields.length * 20 + 8);
  head.writeBigUInt64LE(BigInt(fields.length));
  const behind: Buffer[] = [];
  let end = at + head.length;
  fields.forEach(([tag, type, values], index) => {
    const place = 8 + index * 20;
    head.writeUInt16LE(tag, place);
    head.writeUInt16LE(type, place + 2);
    head.writeBigUInt64LE(BigInt(values.length), place + 4);
    if (type === SHORT)
      values.forEach((value, nth) => head.writeUInt16LE(value, place + 12 + 2 * nth));
    else if (values.length === 1) head.writeBigUInt64LE(BigInt(values[0] ?? 0), place + 12);
    else {
      head.writeBigUInt64LE(BigInt(end), place + 12);
      behind.push(Buffer.from(BigUint64Array.from(values.map((value) => BigInt(value))).buffer));
      end += values.length * 8;
    }
  });
  if (!isLast) head.writeBigUInt64LE(BigInt(end), head.length - 8);
  return Buffer.concat([head, ...behind]);
}
