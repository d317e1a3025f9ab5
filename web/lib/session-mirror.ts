import type { Session } from '#domain/session.ts';
import { SESSION_KEY } from './session-key.ts';

export type Known = Pick<Session, 'user' | 'expiresAt'>;

export const NOBODY: Known = { user: null, expiresAt: null };

/** What every version of the page that this one can read has written of a user. */
const TOLD: Record<string, string> = {
  id: 'string',
  email: 'string',
  emailVerified: 'boolean',
  role: 'string',
  isOperator: 'boolean',
  mustSetUpSecondFactor: 'boolean',
};

/** Who is signed in and until when, in local storage: a page starts at once, other tabs hear of a change. */
export class SessionMirror {
  readonly #storage: Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;
  /** Whether local storage took it, so that another tab's removal can be told from a refusal. */
  #isKept: boolean;

  constructor(storage: Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>) {
    this.#storage = storage;
    this.#isKept = this.read() !== null;
  }

  /** Null also when another version of the page wrote what this one cannot read. */
  read(): Known | null {
    return parseMirror(this.#readItem());
  }

  write({ user, expiresAt }: Known): void {
    try {
      if (user) this.#storage.setItem(SESSION_KEY, JSON.stringify({ user, expiresAt }));
      else this.#storage.removeItem(SESSION_KEY);
      this.#isKept = user !== null;
    } catch {
      // A full or forbidden storage costs the instant start only.
      this.#isKept = false;
    }
  }

  /**
   * Takes note of what another tab wrote, the `value` of its storage event. Null when that cannot be
   * read: another version of the page may have written it.
   */
  follow(value: string | null): Known | null {
    const mirrored = parseMirror(value);
    if (value !== null && !mirrored) return null;
    this.#isKept = mirrored !== null;
    return mirrored ?? NOBODY;
  }

  /** Nothing is expected in it any more. */
  letGo(): void {
    this.#isKept = false;
  }

  /** Another tab has taken it away, and this one has not heard of it yet. */
  isTakenAway(): boolean {
    return this.#isKept && this.#readItem() === null;
  }

  #readItem(): string | null {
    try {
      return this.#storage.getItem(SESSION_KEY);
    } catch {
      return null;
    }
  }
}

function parseMirror(value: string | null): Known | null {
  if (value === null) return null;
  try {
    const mirrored: unknown = JSON.parse(value);
    return isMirrored(mirrored) ? mirrored : null;
  } catch {
    return null;
  }
}

/** Checked by hand: the library that checks the forms need not come before the first screen. */
function isMirrored(value: unknown): value is Known {
  if (typeof value !== 'object' || value === null) return false;
  const { user, expiresAt }: { user?: unknown; expiresAt?: unknown } = value;
  if (typeof user !== 'object' || user === null || typeof expiresAt !== 'string') return false;
  const told: Record<string, unknown> = { ...user };
  return (
    !Number.isNaN(Date.parse(expiresAt)) &&
    Object.entries(TOLD).every(([key, type]) => typeof told[key] === type)
  );
}
