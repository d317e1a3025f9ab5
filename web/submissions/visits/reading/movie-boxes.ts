/** A box of an MP4 or QuickTime file; `start` and `end` of what is in it, bytes. */
export type Box = { type: string; start: number; end: number };

const MOST_BOXES = 1000;

const viewOf = async (file: Blob, start: number, end: number) =>
  new DataView(await file.slice(start, end).arrayBuffer());

/** The boxes of a file, or of a part of it, in their order; what is no box ends them (ISO/IEC 14496-12, 4.2). */
export async function boxesIn(file: Blob, { start, end }: Omit<Box, 'type'>): Promise<Box[]> {
  const found: Box[] = [];
  for (let at = start; at + 8 <= end && found.length < MOST_BOXES;) {
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

/** Boxes by the path to them: all of the last name, in all of those before it. */
export async function boxesAt(file: Blob, path: readonly string[], within: Box): Promise<Box[]> {
  const [name, ...rest] = path;
  if (name === undefined) return [within];
  const found = (await boxesIn(file, within)).filter(({ type }) => type === name);
  const deeper = await Promise.all(found.map((box) => boxesAt(file, rest, box)));
  return deeper.flat();
}

/** The beginning of what is in a box. */
export const contentOf = (file: Blob, { start, end }: Box, most: number): Promise<DataView> =>
  viewOf(file, start, Math.min(end, start + most));

/** Bytes as text, a character each. */
export const latin1 = (view: DataView, start = 0, end = view.byteLength): string =>
  new TextDecoder('latin1').decode(
    new Uint8Array(view.buffer, view.byteOffset + start, end - start),
  );
