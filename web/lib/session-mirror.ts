import type { Session } from '#domain/session.ts';
import { SESSION_KEY } from './session-key.ts';

export type KnownSession = Pick<Session, 'user' | 'expiresAt'>;

export const NOBODY: KnownSession = { user: null, expiresAt: null };

/** Required fields of a user, present in every format that this version can read. */
const REQUIRED_FIELDS: Record<string, string> = {
  id: 'string',
  email: 'string',
  emailVerified: 'boolean',
  role: 'string',
  mustSetUpSecondFactor: 'boolean',
};

/** Mirrors user and expiry in local storage, so that pages start instantly and other tabs notice changes. */
export class SessionMirror {
  readonly #storage: Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;
  /** Whether local storage accepted the last write. Distinguishes removal by another tab from a refused write. */
  #isKept: boolean;

  constructor(storage: Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>) {
    this.#storage = storage;
    this.#isKept = this.read() !== null;
  }

  /** Null if nobody is stored, or if another version of the page wrote it in an unknown format. */
  read(): KnownSession | null {
    return parseMirror(this.#readItem());
  }

  write({ user, expiresAt }: KnownSession): void {
    try {
      if (user) this.#storage.setItem(SESSION_KEY, JSON.stringify({ user, expiresAt }));
      else this.#storage.removeItem(SESSION_KEY);
      this.#isKept = user !== null;
    } catch {
      // Without storage, pages start more slowly but work.
      this.#isKept = false;
    }
  }

  /**
   * Applies another tab's write (`value` of the storage event). Null if unreadable: another version may have written
   * it.
   */
  applyStorageEvent(value: string | null): KnownSession | null {
    const mirrored = parseMirror(value);
    if (value !== null && !mirrored) return null;
    this.#isKept = mirrored !== null;
    return mirrored ?? NOBODY;
  }

  /** After this, a missing session doesn't count as removed by another tab. */
  markCleared(): void {
    this.#isKept = false;
  }

  /** Whether another tab removed it and the storage event hasn't arrived yet. */
  wasRemovedElsewhere(): boolean {
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

function parseMirror(value: string | null): KnownSession | null {
  if (value === null) return null;
  try {
    const mirrored: unknown = JSON.parse(value);
    return isMirrored(mirrored) ? mirrored : null;
  } catch {
    return null;
  }
}

/** Doesn't use zod, which isn't loaded before the first screen. */
function isMirrored(value: unknown): value is KnownSession {
  if (typeof value !== 'object' || value === null) return false;
  const { user, expiresAt }: { user?: unknown; expiresAt?: unknown } = value;
  if (typeof user !== 'object' || user === null || typeof expiresAt !== 'string') return false;
  const fields: Record<string, unknown> = { ...user };
  return (
    !Number.isNaN(Date.parse(expiresAt)) &&
    Object.entries(REQUIRED_FIELDS).every(([key, type]) => typeof fields[key] === type)
  );
}
