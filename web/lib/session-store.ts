import { z } from 'zod';
import { SESSION_TIMING, Session, type SessionUser, type SignInAnswer } from '#domain/session.ts';
import { isSignedOut } from './error-words.ts';
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
    signIn: (input: { email: string; password: string }) => Promise<SignInAnswer>;
    giveCode: (input: { code: string }) => Promise<Session>;
    signOut: () => Promise<unknown>;
  };
  storage: Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;
  /** Runs `work` while no other tab runs its own. */
  alone: (work: () => Promise<void>) => Promise<void>;
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
  #checking: Promise<void> | null = null;
  /** Counts what was decided here: an answer to an earlier question does not undo it. */
  #turn = 0;
  /** Whether local storage took the mirror, so that another tab's removal can be told from a refusal. */
  #isMirrored = false;
  readonly #parts: SessionParts;
  readonly #watchers = new Set<() => void>();
  readonly #listeners = new Set<(event: SessionEvent) => void>();

  constructor(parts: SessionParts) {
    this.#parts = parts;
    const mirrored = this.#readMirror();
    if (mirrored) {
      this.#state = { isKnown: true, ...mirrored };
      this.#isMirrored = true;
    }
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

  /**
   * Gives the password. Nobody is signed in yet when the answer says that a code is needed. Rejects
   * with the server's error; the state then stays as it was.
   */
  async signIn(email: string, password: string): Promise<{ needsCode: boolean }> {
    const { needsCode, ...session } = await this.#parts.calls.signIn({ email, password });
    if (!needsCode) this.#enter(session);
    return { needsCode };
  }

  /** Signs in with the code after the password. Rejects with the server's error. */
  async giveCode(code: string): Promise<void> {
    this.#enter(await this.#parts.calls.giveCode({ code }));
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

  /**
   * To be called every 30 s, and when the page comes back to the front: renews the session when less
   * than 90 s are left of it, else asks whether it still lasts, so that one that was ended elsewhere
   * ends here too.
   */
  async check(): Promise<void> {
    if (!this.#state.user) return;
    this.#checking ??= (this.#isDue() ? this.#renewAlone() : this.verify()).finally(() => {
      this.#checking = null;
    });
    await this.#checking;
  }

  /** Takes over what another tab wrote (`value` of the storage event). */
  followOtherTab(value: string | null): void {
    const mirrored = parseMirror(value);
    this.#turn += 1;
    this.#isMirrored = mirrored !== null;
    this.#become(mirrored ?? NOBODY);
  }

  /** Says that the person came by a link to set a new password. */
  announcePasswordRecovery(): void {
    this.#tell('password-recovery');
  }

  async #lookUp(): Promise<SessionState> {
    const turn = this.#turn;
    try {
      const session = await this.#parts.calls.get();
      if (turn !== this.#turn) return this.#state;
      this.#mirror(session);
      this.#become(session);
    } catch {
      // No answer says nothing about a mirrored user: the calls that follow will tell.
      if (!this.#state.user) this.#set({ isKnown: true, ...NOBODY });
    }
    return this.#state;
  }

  #isDue(expiresAt = this.#state.expiresAt): boolean {
    return this.#secondsLeft(expiresAt) < SESSION_TIMING.renewBelow;
  }

  #secondsLeft(expiresAt: string | null): number {
    return expiresAt === null ? 0 : (Date.parse(expiresAt) - this.#parts.now()) / 1000;
  }

  /** Renews unless another tab did while this one waited for its turn, or has signed out. */
  #renewAlone(): Promise<void> {
    return this.#parts.alone(async () => {
      if (!this.#state.user) return;
      const theirs = this.#readMirror();
      if (theirs && !this.#isDue(theirs.expiresAt)) return this.#become(theirs);
      if (!theirs && this.#isMirrored && this.#readItem() === null) return this.#become(NOBODY);
      await this.#renew();
    });
  }

  async #renew(): Promise<void> {
    const turn = this.#turn;
    try {
      const session = await this.#parts.calls.refresh();
      if (turn !== this.#turn) return;
      if (!session.user) return this.forget();
      this.#take(session);
      this.#tell('token-refreshed');
    } catch (error) {
      // A refusal is final; without an answer the session lasts until its time is over.
      if (isSignedOut(error) || this.#secondsLeft(this.#state.expiresAt) <= 0) this.forget();
    }
  }

  #enter(session: Session): void {
    this.#take(session);
    this.#tell('signed-in');
  }

  /** Takes over a state that was found, and tells what has changed by it. */
  #become(session: Session): void {
    const before = this.#state;
    this.#set({ isKnown: true, user: session.user, expiresAt: session.expiresAt });
    if (!before.user && session.user) this.#tell('signed-in');
    else if (before.user && !session.user) this.#tell('signed-out');
    else if (before.user) this.#tellChange(before, session);
  }

  #tellChange(before: SessionState, after: Session): void {
    if (JSON.stringify(before.user) !== JSON.stringify(after.user)) this.#tell('user-updated');
    else if (before.expiresAt !== after.expiresAt) this.#tell('token-refreshed');
  }

  #take(session: Session): void {
    this.#turn += 1;
    this.#mirror(session);
    this.#set({ isKnown: true, user: session.user, expiresAt: session.expiresAt });
  }

  #mirror(session: Session): void {
    const { storage } = this.#parts;
    try {
      if (session.user) storage.setItem(SESSION_KEY, JSON.stringify(session));
      else storage.removeItem(SESSION_KEY);
      this.#isMirrored = session.user !== null;
    } catch {
      // A full or forbidden storage costs the instant start only.
      this.#isMirrored = false;
    }
  }

  #set(state: SessionState): void {
    this.#state = state;
    for (const watcher of this.#watchers) watcher();
  }

  #tell(event: SessionEvent): void {
    for (const listener of this.#listeners) listener(event);
  }

  /** Null when there is none, and when its time is over. */
  #readMirror(): Session | null {
    const session = parseMirror(this.#readItem());
    return session && this.#secondsLeft(session.expiresAt) > 0 ? session : null;
  }

  #readItem(): string | null {
    try {
      return this.#parts.storage.getItem(SESSION_KEY);
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
