import { ERRORS } from '#domain/errors.ts';
import { MAX_UPLOAD_BYTES } from '#domain/uploads.ts';
import { UNREADABLE_MESSAGE } from './upload-verdict.ts';
import type { Failure } from './sender.ts';
import { duplicateMessage, isSettled, isRejected } from './upload-item.ts';
import type { Entry, UploadList } from './upload-list.ts';

export type KnownFile = {
  sha256: string;
  submissionTitle: string;
  /** Whether it's in the submission that the file is being added to. */
  isHere: boolean;
};

export type IntakeParts = {
  /** SHA-256 in hex; null if unavailable. Rejects if the file can't be read. */
  hash: (file: File) => Promise<string | null>;
  /** Returns the files that already exist in the project. */
  check: (sha256: string[]) => Promise<readonly KnownFile[]>;
};

/** At most one is called per file; none for files removed from the list. */
type IntakeHandlers = {
  onNew: (entry: Entry) => void;
  onKnown: (entry: Entry, message: string, isHere: boolean) => void;
  onFailed: (entry: Entry, failure: Failure) => void;
};

const MAX_HASHES_PER_CHECK = 500;

/**
 * Hashes files one at a time and checks them in batches against the project's files, so that duplicates aren't sent.
 */
export class Intake {
  readonly #list: UploadList;
  readonly #parts: IntakeParts;
  readonly #handlers: IntakeHandlers;
  #unchecked: Entry[] = [];
  #isHashing = false;
  #isChecking = false;

  constructor(list: UploadList, parts: IntakeParts, handlers: IntakeHandlers) {
    this.#list = list;
    this.#parts = parts;
    this.#handlers = handlers;
  }

  async run(): Promise<void> {
    if (this.#isHashing) return;
    this.#isHashing = true;
    const next = () => this.#list.all().find(({ item }) => item.state === 'waiting');
    for (let entry = next(); entry; entry = next()) {
      this.#list.set(entry, { state: 'checking' });
      await this.#hash(entry);
    }
    this.#isHashing = false;
  }

  async #hash(entry: Entry): Promise<void> {
    const { file, item } = entry;
    if (!file) return;
    if (item.size === 0 || item.size > MAX_UPLOAD_BYTES) {
      const [, message] = item.size === 0 ? ERRORS.FILE_EMPTY : ERRORS.FILE_TOO_LARGE;
      return this.#handlers.onFailed(entry, { message, isFinal: true });
    }
    let sha256: string | null;
    try {
      sha256 = await this.#parts.hash(file);
    } catch {
      const failure = { message: UNREADABLE_MESSAGE, isFinal: false };
      return this.#isListed(entry) ? this.#handlers.onFailed(entry, failure) : undefined;
    }
    if (!this.#isListed(entry)) return;
    // If the file has changed, its partial upload no longer matches.
    if (sha256 !== item.sha256) this.#list.set(entry, { sha256, url: null });
    if (sha256 === null) return this.#handlers.onNew(entry);
    const about = JSON.stringify(item.about);
    const isDuplicate = (other: Entry) =>
      other !== entry && other.item.sha256 === sha256 && JSON.stringify(other.item.about) === about;
    const twin = this.#list.all().find(isDuplicate);
    if (twin && !isRejected(twin.item)) {
      return this.#handlers.onKnown(entry, `Same file as ${twin.item.name}`, false);
    }
    const renamed = this.#list.kept().find(isDuplicate);
    if (renamed && !renamed.isElsewhere && !isSettled(renamed.item)) {
      this.#list.set(entry, { url: renamed.item.url });
      this.#list.delete(renamed);
    }
    this.#unchecked.push(entry);
    void this.#checkHashes();
  }

  async #checkHashes(): Promise<void> {
    if (this.#isChecking) return;
    this.#isChecking = true;
    while (this.#unchecked.length > 0) {
      const batch = this.#unchecked.splice(0, MAX_HASHES_PER_CHECK);
      const known = await this.#fetchKnown(batch.flatMap(({ item }) => item.sha256 ?? []));
      for (const entry of batch.filter((each) => this.#isListed(each))) {
        const original = known.get(entry.item.sha256 ?? '');
        if (original) this.#handlers.onKnown(entry, duplicateMessage(original), original.isHere);
        else this.#handlers.onNew(entry);
      }
    }
    this.#isChecking = false;
  }

  /** If the check fails, files are uploaded anyway. The server also detects duplicates. */
  async #fetchKnown(sha256: string[]): Promise<Map<string, KnownFile>> {
    try {
      return new Map((await this.#parts.check(sha256)).map((file) => [file.sha256, file]));
    } catch {
      return new Map();
    }
  }

  /** False after the upload was canceled. */
  #isListed(entry: Entry): boolean {
    return this.#list.get(entry.item.id) === entry;
  }
}
