import { ERRORS } from '#domain/errors.ts';
import { MAX_UPLOAD_BYTES } from '#domain/uploads.ts';
import { UNREADABLE } from './refusal.ts';
import type { Failure } from './sender.ts';
import { duplicateMessage, isSettled, isTurnedAway } from './upload-item.ts';
import type { Entry, UploadList } from './upload-list.ts';

/** A file of the project that has the same bytes. */
export type KnownFile = {
  sha256: string;
  submissionTitle: string;
  /** It is in the very submission that it was dropped on. */
  isHere: boolean;
};

export type IntakeParts = {
  /** SHA-256 in hex, or null when it cannot be had. Rejects when the file cannot be read. */
  hash: (file: File) => Promise<string | null>;
  /** Which of these hashes the project has. */
  check: (sha256: string[]) => Promise<readonly KnownFile[]>;
};

/** What becomes of each file; exactly one is called for it, or none once it is off the list. */
type IntakeHandlers = {
  onNew: (entry: Entry) => void;
  onKnown: (entry: Entry, message: string, isHere: boolean) => void;
  onFailed: (entry: Entry, failure: Failure) => void;
};

const MAX_ASKED = 500;

/**
 * The gate before the upload: hashes the waiting files of a list one at a time and asks in batches
 * what the project has already, so that nothing known is sent. While an answer is awaited the next
 * files are hashed.
 */
export class Intake {
  readonly #list: UploadList;
  readonly #parts: IntakeParts;
  readonly #handlers: IntakeHandlers;
  #toAsk: Entry[] = [];
  #isHashing = false;
  #isAsking = false;

  constructor(list: UploadList, parts: IntakeParts, handlers: IntakeHandlers) {
    this.#list = list;
    this.#parts = parts;
    this.#handlers = handlers;
  }

  /** Takes up what waits. */
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
      const failure = { message: UNREADABLE, isFinal: false };
      return this.#isThere(entry) ? this.#handlers.onFailed(entry, failure) : undefined;
    }
    if (!this.#isThere(entry)) return;
    // What the server has a part of are other bytes.
    if (sha256 !== item.sha256) this.#list.set(entry, { sha256, url: null });
    if (sha256 === null) return this.#handlers.onNew(entry);
    const about = JSON.stringify(item.about);
    const isTwin = (other: Entry) =>
      other !== entry && other.item.sha256 === sha256 && JSON.stringify(other.item.about) === about;
    const twin = this.#list.all().find(isTwin);
    if (twin && !isTurnedAway(twin.item)) {
      return this.#handlers.onKnown(entry, `The same file as ${twin.item.name}`, false);
    }
    const renamed = this.#list.kept().find(isTwin);
    if (renamed && !renamed.isElsewhere && !isSettled(renamed.item)) {
      this.#list.set(entry, { url: renamed.item.url });
      this.#list.delete(renamed);
    }
    this.#toAsk.push(entry);
    void this.#ask();
  }

  async #ask(): Promise<void> {
    if (this.#isAsking) return;
    this.#isAsking = true;
    while (this.#toAsk.length > 0) {
      const asked = this.#toAsk.splice(0, MAX_ASKED);
      const known = await this.#known(asked.flatMap(({ item }) => item.sha256 ?? []));
      for (const entry of asked.filter((each) => this.#isThere(each))) {
        const original = known.get(entry.item.sha256 ?? '');
        if (original) this.#handlers.onKnown(entry, duplicateMessage(original), original.isHere);
        else this.#handlers.onNew(entry);
      }
    }
    this.#isAsking = false;
  }

  /** No answer is no reason to wait: the server finds a duplicate again when it has the bytes. */
  async #known(sha256: string[]): Promise<Map<string, KnownFile>> {
    try {
      return new Map((await this.#parts.check(sha256)).map((file) => [file.sha256, file]));
    } catch {
      return new Map();
    }
  }

  /** It may have been cancelled meanwhile. */
  #isThere(entry: Entry): boolean {
    return this.#list.get(entry.item.id) === entry;
  }
}
