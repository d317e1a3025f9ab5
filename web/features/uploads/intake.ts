import { UNREADABLE } from './refusal.ts';

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

/** What becomes of each file; exactly one of the last three is called for it. */
export type IntakeEars = {
  onChecking: (id: string) => void;
  onNew: (id: string, sha256: string | null) => void;
  onKnown: (id: string, words: string, isHere: boolean) => void;
  onUnreadable: (id: string, words: string) => void;
};

type Entry = { id: string; file: File };

const MAX_ASKED = 500;

/**
 * The gate before the upload: hashes one file at a time and asks in batches what the project has
 * already, so that nothing known is sent. While an answer is awaited the next files are hashed.
 */
export class Intake {
  readonly #parts: IntakeParts;
  readonly #ears: IntakeEars;
  #waiting: Entry[] = [];
  #toAsk: { id: string; sha256: string }[] = [];
  /** By hash, the files of this batch. */
  readonly #seen = new Map<string, { id: string; name: string }>();
  #isHashing = false;
  /** The file that is read at the moment; null once it was taken back. */
  #read: string | null = null;
  #isAsking = false;

  constructor(parts: IntakeParts, ears: IntakeEars) {
    this.#parts = parts;
    this.#ears = ears;
  }

  push(id: string, file: File): void {
    this.#waiting.push({ id, file });
    void this.#hashAll();
  }

  /** Takes a file back; the same bytes may come again. */
  remove(id: string): void {
    for (const [sha256, seen] of this.#seen) if (seen.id === id) this.#seen.delete(sha256);
    if (this.#read === id) this.#read = null;
    this.#waiting = this.#waiting.filter((entry) => entry.id !== id);
    this.#toAsk = this.#toAsk.filter((entry) => entry.id !== id);
  }

  /** Forgets which files it has seen, so that they may come again. */
  reset(): void {
    this.#seen.clear();
  }

  async #hashAll(): Promise<void> {
    if (this.#isHashing) return;
    this.#isHashing = true;
    for (let entry = this.#waiting.shift(); entry; entry = this.#waiting.shift()) {
      this.#ears.onChecking(entry.id);
      await this.#hash(entry);
    }
    this.#isHashing = false;
  }

  async #hash({ id, file }: Entry): Promise<void> {
    let sha256: string | null;
    this.#read = id;
    try {
      sha256 = await this.#parts.hash(file);
    } catch {
      return this.#ears.onUnreadable(id, UNREADABLE);
    }
    // Taken back meanwhile: noted as seen, it would stand in its own way when it is chosen again.
    if (this.#read !== id) return;
    if (sha256 === null) return this.#ears.onNew(id, null);
    const twin = this.#seen.get(sha256);
    if (twin && twin.id !== id) {
      return this.#ears.onKnown(id, `The same file as ${twin.name}`, false);
    }
    this.#seen.set(sha256, { id, name: file.name });
    this.#toAsk.push({ id, sha256 });
    void this.#ask();
  }

  async #ask(): Promise<void> {
    if (this.#isAsking) return;
    this.#isAsking = true;
    while (this.#toAsk.length > 0) {
      const asked = this.#toAsk.splice(0, MAX_ASKED);
      const known = await this.#known(asked.map(({ sha256 }) => sha256));
      for (const { id, sha256 } of asked) {
        const original = known.get(sha256);
        if (original === undefined) this.#ears.onNew(id, sha256);
        else this.#ears.onKnown(id, knownWords(original), original.isHere);
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
}

/** Where the bytes of a file are already. */
export function knownWords(
  file: Pick<KnownFile, 'submissionTitle'> & { isHere?: boolean },
): string {
  if (file.isHere) return 'Already in this submission';
  const { submissionTitle } = file;
  return submissionTitle
    ? `Already in this project (${submissionTitle})`
    : 'Already in this project';
}
