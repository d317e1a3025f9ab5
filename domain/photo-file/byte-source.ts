/** Random access to a file. `read` answers fewer bytes than `length` where the file ends. */
export type ByteSource = {
  size: number;
  read: (at: number, length: number) => Promise<Uint8Array<ArrayBuffer>>;
};

/** A short read costs a browser as much as this many bytes. */
const WINDOW_BYTES = 4096;

export const bytesAsSource = (bytes: Uint8Array<ArrayBuffer>): ByteSource => ({
  size: bytes.length,
  read: (at, length) => Promise.resolve(bytes.subarray(at, at + length)),
});

/** Keeps the last bytes that were read, at first `head`, the beginning of the file; neighbors come from there. */
export function withWindow(
  source: ByteSource,
  head: Uint8Array<ArrayBuffer> = new Uint8Array(),
): ByteSource {
  let window = { at: 0, bytes: head };
  return {
    size: source.size,
    async read(at, length) {
      const end = Math.min(at + length, source.size);
      if (at < window.at || end > window.at + window.bytes.length) {
        window = { at, bytes: await source.read(at, Math.max(length, WINDOW_BYTES)) };
      }
      return window.bytes.subarray(at - window.at, Math.max(at, end) - window.at);
    },
  };
}

export const viewOf = ({ buffer, byteOffset, byteLength }: Uint8Array<ArrayBuffer>): DataView =>
  new DataView(buffer, byteOffset, byteLength);

/** One character a byte (ISO 8859-1), for names and markers in binary formats. */
export const latin1 = (bytes: Uint8Array, from = 0, to = bytes.length): string =>
  Array.from(bytes.subarray(from, to), (byte) => String.fromCharCode(byte)).join('');
