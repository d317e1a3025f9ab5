import { z } from 'zod';
import { SESSION_TIMING, Session, type SessionUser } from '#domain/session.ts';
import { SESSION_KEY } from './session-key.ts';

/** What happened to the session, in this tab or in another. */
export type SessionEvent =
  | 'signed-in'
  | 'signed-out'
  | 'token-refreshed'
  | 'user-updated'
  | 'password-recovery';

/** `isKnown` is false until the first look-up has ended, also when it failed. */
export type SessionState = { isKnown: boolean; user: SessionUser | null; expiresAt: string | null };

/** What the store stands on; everything is handed in, so that tests bring their own clock. */
export type SessionParts = {
  calls: {
    get: () => Promise<Session>;
    refresh: () => Promise<Session>;
    signIn: (input: { email: string; password: string }) => Promise<Session>;
    signOut: () => Promise<unknown>;
  };
  storage: Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;
  now: () => number;
};

const Mirrored = Session.extend({ user: Session.shape.user.unwrap(), expiresAt: z.iso.datetime() });
const NOBODY = { user: null, expiresAt: null };

/**
 * Who is signed in. The secret is in an HttpOnly cookie; user and expiry are mirrored in local
 * storage, so that a page starts at once and other tabs hear of a change.
 */
export class SessionStore {
  #state: SessionState = { isKnown: false, ...NOBODY };
  #first: Promise<SessionState> | null = null;
  #renewing: Promise<void> | null = null;
  readonly #parts: SessionParts;
  readonly #watchers = new Set<() => void>();
  readonly #listeners = new Set<(event: SessionEvent) => void>();

  constructor(parts: SessionParts) {
    this.#parts = parts;
    const mirrored = this.#readMirror();
    if (mirrored) this.#state = { isKnown: true, ...mirrored };
  }

  readonly state = (): SessionState => this.#state;

  /** Calls `watcher` after every change of the state; returns how to stop. */
  readonly watch = (watcher: () => void): (() => void) => {
    this.#watchers.add(watcher);
    return () => this.#watchers.delete(watcher);
  };

  /** Calls `listener` with every event; returns how to stop. */
  readonly listen = (listener: (event: SessionEvent) => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  /**
   * The state once it is known. A mirrored user counts at once while the server is asked in the
   * background; without one the answer is awaited. A failed look-up means nobody.
   */
  async resolve(): Promise<SessionState> {
    this.#first ??= this.#lookUp();
    return this.#state.isKnown ? this.#state : this.#first;
  }

  /** Asks the server again who is signed in, e.g. after it has closed the live channel. */
  async verify(): Promise<void> {
    if (this.#state.user) await this.#lookUp();
  }

  /** Signs in. Rejects with the server's error; the state then stays as it was. */
  async signIn(email: string, password: string): Promise<SessionUser | null> {
    const session = await this.#parts.calls.signIn({ email, password });
    this.#take(session);
    this.#tell('signed-in');
    return session.user;
  }

  /**
   * Ends the session on the server, then here and in the other tabs. Rejects when the server could
   * not be told: the session would then live on, and the person must know.
   */
  async signOut(): Promise<void> {
    await this.#parts.calls.signOut();
    this.forget();
  }

  /** Takes note that nobody is signed in any more, e.g. after a refused call. */
  forget(): void {
    const was = this.#state.user;
    this.#take(NOBODY);
    if (was) this.#tell('signed-out');
  }

  /** To be called every 30 s: renews the session when less than 90 s are left of it. */
  async check(): Promise<void> {
    const { user, expiresAt } = this.#state;
    if (!user || !expiresAt) return;
    const left = Date.parse(expiresAt) - this.#parts.now();
    if (left >= SESSION_TIMING.renewBelow * 1000) return;
    this.#renewing ??= this.#renew(left).finally(() => {
      this.#renewing = null;
    });
    await this.#renewing;
  }

  /** Takes over what another tab wrote (`value` of the storage event). */
  followOtherTab(value: string | null): void {
    const mirrored = parseMirror(value);
    const before = this.#state;
    this.#set({ isKnown: true, ...(mirrored ?? NOBODY) });
    if (mirrored && !before.user) this.#tell('signed-in');
    else if (!mirrored && before.user) this.#tell('signed-out');
    else if (mirrored) this.#tellChange(before, mirrored);
  }

  /** Says that the person came by a link to set a new password. */
  announcePasswordRecovery(): void {
    this.#tell('password-recovery');
  }

  async #lookUp(): Promise<SessionState> {
    const before = this.#state;
    try {
      const session = await this.#parts.calls.get();
      this.#take(session);
      if (before.user && !session.user) this.#tell('signed-out');
      else if (!before.user && session.user) this.#tell('signed-in');
      else this.#tellChange(before, session);
    } catch {
      // No answer says nothing about a mirrored user: the calls that follow will tell.
      if (!before.user) this.#set({ isKnown: true, ...NOBODY });
    }
    return this.#state;
  }

  async #renew(millisecondsLeft: number): Promise<void> {
    try {
      const session = await this.#parts.calls.refresh();
      if (!session.user) return this.forget();
      this.#take(session);
      this.#tell('token-refreshed');
    } catch {
      if (millisecondsLeft <= 0) this.forget();
    }
  }

  #tellChange(before: SessionState, after: Session): void {
    if (JSON.stringify(before.user) !== JSON.stringify(after.user)) this.#tell('user-updated');
    else if (before.expiresAt !== after.expiresAt) this.#tell('token-refreshed');
  }

  #take(session: Session): void {
    const { storage } = this.#parts;
    try {
      if (session.user) storage.setItem(SESSION_KEY, JSON.stringify(session));
      else storage.removeItem(SESSION_KEY);
    } catch {
      // A full or forbidden storage costs the instant start only.
    }
    this.#set({ isKnown: true, user: session.user, expiresAt: session.expiresAt });
  }

  #set(state: SessionState): void {
    this.#state = state;
    for (const watcher of this.#watchers) watcher();
  }

  #tell(event: SessionEvent): void {
    for (const listener of this.#listeners) listener(event);
  }

  #readMirror(): Session | null {
    try {
      const session = parseMirror(this.#parts.storage.getItem(SESSION_KEY));
      const isOver = !session?.expiresAt || Date.parse(session.expiresAt) <= this.#parts.now();
      return isOver ? null : session;
    } catch {
      return null;
    }
  }
}

function parseMirror(value: string | null): Session | null {
  if (value === null) return null;
  try {
    return Mirrored.safeParse(JSON.parse(value)).data ?? null;
  } catch {
    return null;
  }
}
