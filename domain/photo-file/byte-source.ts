/** Random access to a file. `read` returns fewer bytes than `length` where the file ends. */
export type ByteSource = {
  size: number;
  read: (at: number, length: number) => Promise<Uint8Array<ArrayBuffer>>;
};

/** Takes what lies in `head`, the first bytes of the file, from there. */
export function withHead(source: ByteSource, head: Uint8Array<ArrayBuffer>): ByteSource {
  return {
    size: source.size,
    read: (at, length) =>
      Math.min(at + length, source.size) <= head.length
        ? Promise.resolve(head.subarray(at, at + length))
        : source.read(at, length),
  };
}
