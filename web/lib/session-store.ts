import { endOfSession } from '#domain/session-timing.ts';
import type { Session, SessionUser, SignInAnswer } from '#domain/session.ts';
import { browserLog } from './browser-log.ts';
import { isSignedOut } from './error-messages.ts';
import { NOBODY, SessionMirror, type Known } from './session-mirror.ts';

/** What happened to the session, in this tab or in another. */
export type SessionEvent =
  | 'signed-in'
  | 'signed-out'
  /** Somebody else is here than was last; they may have come without the one before signing out. */
  | 'person-changed'
  | 'token-refreshed'
  | 'user-updated'
  | 'password-recovery';

/**
 * `hasEnded`, with signed-out: nobody asked for it, in no tab; the session is over, or was ended from
 * elsewhere.
 */
type SessionListener = (event: SessionEvent, hasEnded: boolean) => void;

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
  exclusive: (work: () => Promise<void>) => Promise<void>;
  now: () => number;
};

/**
 * Who is signed in. The secret is in an HttpOnly cookie; user and expiry are mirrored in local
 * storage, so that a page starts at once and other tabs hear of a change.
 */
export class SessionStore {
  #state: SessionState = { isKnown: false, ...NOBODY };
  #first: Promise<SessionState> | null = null;
  #checking: Promise<void> | null = null;
  /** Who was here last, also after they have left. */
  #lastId: string | undefined;
  /** Counts what was decided here: an answer to an earlier question does not undo it. */
  #turn = 0;
  readonly #parts: SessionParts;
  readonly #mirror: SessionMirror;
  readonly #watchers = new Set<() => void>();
  readonly #listeners = new Set<SessionListener>();

  constructor(parts: SessionParts) {
    this.#parts = parts;
    this.#mirror = new SessionMirror(parts.storage);
    const mirrored = this.#mirror.read();
    if (!mirrored) return;
    // Whoever comes back after the secret was due may have been gone for long: the server is awaited.
    const isDue = Date.parse(mirrored.expiresAt ?? '') <= parts.now();
    if (!isDue) this.#state = { isKnown: true, ...mirrored };
  }

  readonly state = (): SessionState => this.#state;

  /** Calls `watcher` after every change of the state; returns how to stop. */
  readonly watch = (watcher: () => void): (() => void) => {
    this.#watchers.add(watcher);
    return () => this.#watchers.delete(watcher);
  };

  readonly listen = (listener: SessionListener): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  /**
   * The state once it is known. A mirrored user whose secret is not due yet counts at once while the
   * server is asked in the background; otherwise the answer is awaited. A failed look-up means who is
   * mirrored, as long as the session can last, and else nobody.
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
    this.#forget(false);
  }

  /** Takes note that the session has ended, e.g. after a refused call. */
  forget(): void {
    this.#forget(true);
  }

  /**
   * To be called every 30 s, and when the page comes back to the front: asks whether the session still
   * lasts, so that one that was ended elsewhere ends here too, and renews it when the server says that
   * less than 90 s are left for its secret, or none.
   */
  async check(): Promise<void> {
    if (this.#state.user) await this.#onceAtATime(() => this.#lookAfter());
  }

  /** Takes over what another tab wrote (`value` of the storage event). */
  followOtherTab(value: string | null): void {
    const known = this.#mirror.follow(value);
    // What cannot be read is left to the next check, which asks the server.
    if (!known) return;
    this.#turn += 1;
    this.#become(known, false);
  }

  /** Says that the person came by a link to set a new password. */
  announcePasswordRecovery(): void {
    this.#tell('password-recovery');
  }

  async #lookUp(): Promise<SessionState> {
    const session = await this.#ask();
    // No answer says nothing about a mirrored user: the calls that follow will tell.
    if (!this.#state.isKnown) this.#set({ isKnown: true, ...this.#mirroredStill() });
    if (session?.needsRefresh) void this.#onceAtATime(() => this.#renewAlone(session.expiresAt));
    return this.#state;
  }

  /** Who is mirrored, if the session can still last by the clock of this browser. */
  #mirroredStill(): Known {
    const mirrored = this.#mirror.read();
    return mirrored && !this.#isOver(mirrored) ? mirrored : NOBODY;
  }

  #onceAtATime(work: () => Promise<void>): Promise<void> {
    this.#checking ??= work().finally(() => {
      this.#checking = null;
    });
    return this.#checking;
  }

  /** What the server says, taken over; null when it did not answer, or it was decided otherwise meanwhile. */
  async #ask(): Promise<Session | null> {
    const turn = this.#turn;
    const session = await this.#parts.calls.get().catch((error: unknown) => {
      browserLog.warn(`The session could not be read: ${String(error)}`);
      return null;
    });
    if (!session || turn !== this.#turn) return null;
    if (this.#mirror.isTakenAway()) {
      this.#become(NOBODY, false);
      return null;
    }
    const renewed = this.#renewedElsewhere(session);
    if (!renewed) this.#mirror.write(session);
    this.#become(renewed ?? session);
    return renewed ? null : session;
  }

  /** What another tab wrote while this one waited, if the answer is from before it renewed the session. */
  #renewedElsewhere({ user, expiresAt }: Session): Known | null {
    const theirs = this.#mirror.read();
    const isNewer = Date.parse(theirs?.expiresAt ?? '') > Date.parse(expiresAt ?? '');
    return theirs?.user && theirs.user.id === user?.id && isNewer ? theirs : null;
  }

  async #lookAfter(): Promise<void> {
    const session = await this.#ask();
    if (session?.needsRefresh) await this.#renewAlone(session.expiresAt);
    else if (!session && this.#isOver(this.#state)) this.forget();
  }

  /** By the clock of this browser: for when the server cannot be asked. */
  #isOver({ user, expiresAt }: Known): boolean {
    return user !== null && endOfSession(Date.parse(expiresAt ?? '')) <= this.#parts.now();
  }

  /** Renews a session whose secret is due at `due`, unless another tab did or signed out while this one waited. */
  #renewAlone(due: string | null): Promise<void> {
    return this.#parts.exclusive(async () => {
      const theirs = this.#mirror.read();
      if (theirs) this.#become(theirs);
      else if (this.#mirror.isTakenAway()) this.#become(NOBODY, false);
      if (this.#state.user && this.#state.expiresAt === due) await this.#renew();
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
      if (isSignedOut(error) || this.#isOver(this.#state)) this.forget();
    }
  }

  #enter(session: Session): void {
    this.#take(session);
    this.#tell('signed-in');
  }

  /** Takes over a state that was found, and tells what has changed by it. */
  #become(session: Known, hasEnded = true): void {
    const before = this.#state;
    if (!session.user) this.#mirror.letGo();
    this.#set({ isKnown: true, user: session.user, expiresAt: session.expiresAt });
    if (!before.user && session.user) this.#tell('signed-in');
    else if (before.user && !session.user) this.#tell('signed-out', hasEnded);
    else if (before.user) this.#tellChange(before, session);
  }

  #tellChange(before: SessionState, after: Known): void {
    if (JSON.stringify(before.user) !== JSON.stringify(after.user)) this.#tell('user-updated');
    else if (before.expiresAt !== after.expiresAt) this.#tell('token-refreshed');
  }

  #forget(hasEnded: boolean): void {
    const was = this.#state.user;
    this.#take(NOBODY);
    if (was) this.#tell('signed-out', hasEnded);
  }

  #take(session: Known): void {
    this.#turn += 1;
    this.#mirror.write(session);
    this.#set({ isKnown: true, user: session.user, expiresAt: session.expiresAt });
  }

  #set(state: SessionState): void {
    this.#lastId = this.#state.user?.id ?? this.#lastId;
    this.#state = state;
    if (state.user && this.#lastId && state.user.id !== this.#lastId) this.#tell('person-changed');
    for (const watcher of this.#watchers) watcher();
  }

  #tell(event: SessionEvent, hasEnded = false): void {
    for (const listener of this.#listeners) listener(event, hasEnded);
  }
}
