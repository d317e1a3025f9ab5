const MIB = 1024 ** 2;
const MIN_UNSAVED = 32 * MIB;
/**
 * Bytes are saved only when the file is closed, and reopening copies it. So it is closed each time it has grown by a
 * quarter, and a reload loses at most that much.
 */
const UNSAVED_SHARE = 1 / 4;

type Handle = Pick<FileSystemFileHandle, 'getFile' | 'createWritable'>;

/** A file that is written sequentially, in which writing can be resumed. */
export class ResumableFile {
  readonly #handle: Handle;
  readonly #onSave: (written: number) => Promise<void>;
  #writable: FileSystemWritableFileStream | null = null;
  #saved = 0;
  #written = 0;

  /** `onSave` is called with the number of bytes that a reload would preserve. */
  constructor(handle: Handle, onSave: (written: number) => Promise<void>) {
    this.#handle = handle;
    this.#onSave = onSave;
  }

  get written(): number {
    return this.#written;
  }

  /** Continues after the first `kept` bytes, or starts again if the file is now shorter. */
  async open(kept: number): Promise<void> {
    const { size } = await this.#handle.getFile();
    this.#saved = this.#written = size < kept ? 0 : kept;
  }

  async write(bytes: Uint8Array<ArrayBuffer>): Promise<void> {
    this.#writable ??= await this.#handle.createWritable({ keepExistingData: this.#written > 0 });
    await this.#writable.write({ type: 'write', position: this.#written, data: bytes });
    this.#written += bytes.byteLength;
    const unsaved = this.#written - this.#saved;
    if (unsaved >= Math.max(MIN_UNSAVED, this.#saved * UNSAVED_SHARE)) await this.commit();
  }

  async restart(): Promise<void> {
    await this.commit();
    this.#saved = this.#written = 0;
    await this.#onSave(0);
  }

  /** Saves the bytes written so far and truncates the file after them. */
  async commit(): Promise<void> {
    const writable = this.#writable;
    if (!writable) return;
    this.#writable = null;
    await writable.truncate(this.#written);
    await writable.close();
    this.#saved = this.#written;
    await this.#onSave(this.#saved);
  }
}
