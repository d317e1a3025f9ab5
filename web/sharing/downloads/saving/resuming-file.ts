const MIB = 1024 ** 2;
const LEAST_UNKEPT = 32 * MIB;
/**
 * Bytes reach the file when it is closed, and the browser copies what is there each time it is opened
 * again: so it is closed after a quarter more, and a reload loses no more than that.
 */
const SHARE_UNKEPT = 1 / 4;

type Handle = Pick<FileSystemFileHandle, 'getFile' | 'createWritable'>;

/** A file that is written from its beginning to its end, with breaks. */
export class ResumingFile {
  readonly #handle: Handle;
  readonly #keep: (written: number) => Promise<void>;
  #writable: FileSystemWritableFileStream | null = null;
  #kept = 0;
  #written = 0;

  /** `keep` is told how much of the file would still be there after a reload. */
  constructor(handle: Handle, keep: (written: number) => Promise<void>) {
    this.#handle = handle;
    this.#keep = keep;
  }

  /** How much of it there is, bytes. */
  get written(): number {
    return this.#written;
  }

  /** Goes on behind the first `kept` bytes; from the start, if the file is shorter by now. */
  async open(kept: number): Promise<void> {
    const { size } = await this.#handle.getFile();
    this.#kept = this.#written = size < kept ? 0 : kept;
  }

  async write(bytes: Uint8Array<ArrayBuffer>): Promise<void> {
    this.#writable ??= await this.#handle.createWritable({ keepExistingData: this.#written > 0 });
    await this.#writable.write({ type: 'write', position: this.#written, data: bytes });
    this.#written += bytes.byteLength;
    const unkept = this.#written - this.#kept;
    if (unkept >= Math.max(LEAST_UNKEPT, this.#kept * SHARE_UNKEPT)) await this.commit();
  }

  /** What follows is written from the start again. */
  async restart(): Promise<void> {
    await this.commit();
    this.#kept = this.#written = 0;
    await this.#keep(0);
  }

  /** Sees to it that what was written is there for good, and nothing behind it. */
  async commit(): Promise<void> {
    const writable = this.#writable;
    if (!writable) return;
    this.#writable = null;
    await writable.truncate(this.#written);
    await writable.close();
    this.#kept = this.#written;
    await this.#keep(this.#kept);
  }
}
