import { endOfSession } from '#domain/session-timing.ts';
import type { Session, SessionUser, SignInAnswer } from '#domain/session.ts';
import { browserLog } from './browser-log.ts';
import { isSignedOut } from './error-messages.ts';
import { NOBODY, SessionMirror, type KnownSession } from './session-mirror.ts';

export type SessionEvent =
  | 'signed-in'
  | 'signed-out'
  /** A different person signed in, perhaps without the previous one signing out. */
  | 'person-changed'
  | 'token-refreshed'
  | 'user-updated'
  | 'password-recovery';

/** `hasEnded`: the session expired or was ended elsewhere, not by signing out in this browser. */
type SessionListener = (event: SessionEvent, hasEnded: boolean) => void;

/** `isKnown` is false until the first lookup has ended, successfully or not. */
export type SessionState = { isKnown: boolean; user: SessionUser | null; expiresAt: string | null };

export type SessionDependencies = {
  calls: {
    get: () => Promise<Session>;
    refresh: () => Promise<Session>;
    signIn: (input: { email: string; password: string }) => Promise<SignInAnswer>;
    submitCode: (input: { code: string }) => Promise<Session>;
    signOut: () => Promise<unknown>;
  };
  storage: Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;
  /** Runs `work` under a lock shared by all tabs. */
  exclusive: (work: () => Promise<void>) => Promise<void>;
  now: () => number;
};

/**
 * The secret is in an HttpOnly cookie. User and expiry are mirrored in local storage, so that pages start instantly.
 */
export class SessionStore {
  #state: SessionState = { isKnown: false, ...NOBODY };
  #firstLoad: Promise<SessionState> | null = null;
  #checking: Promise<void> | null = null;
  #lastId: string | undefined;
  /** Incremented by every local change, so that responses to older lookups are ignored. */
  #version = 0;
  readonly #parts: SessionDependencies;
  readonly #mirror: SessionMirror;
  readonly #watchers = new Set<() => void>();
  readonly #listeners = new Set<SessionListener>();

  constructor(parts: SessionDependencies) {
    this.#parts = parts;
    this.#mirror = new SessionMirror(parts.storage);
    const mirrored = this.#mirror.read();
    if (!mirrored) return;
    // If the secret is overdue, wait for the server, because the person may have been away for a long time.
    const isDue = Date.parse(mirrored.expiresAt ?? '') <= parts.now();
    if (!isDue) this.#state = { isKnown: true, ...mirrored };
  }

  readonly state = (): SessionState => this.#state;

  readonly watch = (watcher: () => void): (() => void) => {
    this.#watchers.add(watcher);
    return () => this.#watchers.delete(watcher);
  };

  readonly listen = (listener: SessionListener): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  /**
   * The state once it is known. A mirrored user whose secret isn't due yet is used immediately, while the server is
   * asked in the background. If the lookup fails, a mirrored user is used until the session would have expired.
   */
  async resolve(): Promise<SessionState> {
    this.#firstLoad ??= this.#lookUp();
    return this.#state.isKnown ? this.#state : this.#firstLoad;
  }

  /** Asks the server again who is signed in, such as after it closed the live channel. */
  async verify(): Promise<void> {
    if (this.#state.user) await this.#lookUp();
  }

  /** If a code is needed, nobody is signed in yet. Rejects with the server's error; the state stays unchanged. */
  async signIn(email: string, password: string): Promise<{ needsCode: boolean }> {
    const { needsCode, ...session } = await this.#parts.calls.signIn({ email, password });
    if (!needsCode) this.#adoptSession(session);
    return { needsCode };
  }

  /** Rejects with the server's error. */
  async submitSecondFactor(code: string): Promise<void> {
    this.#adoptSession(await this.#parts.calls.submitCode({ code }));
  }

  /** Ends the session on the server, then in all tabs. Rejects if the server can't be reached. */
  async signOut(): Promise<void> {
    await this.#parts.calls.signOut();
    this.#clear(false);
  }

  /** Called when a refused call shows that the session has ended. */
  forget(): void {
    this.#clear(true);
  }

  /**
   * Call every 30 s and when the page returns to the foreground. Detects sessions that were ended elsewhere, and renews
   * the session when the server reports less than 90 s left for its secret.
   */
  async check(): Promise<void> {
    if (this.#state.user) await this.#runInTurn(() => this.#refreshIfDue());
  }

  /** Applies another tab's state (`value` of the storage event). */
  followOtherTab(value: string | null): void {
    const known = this.#mirror.applyStorageEvent(value);
    // If it's unreadable, the next check asks the server.
    if (!known) return;
    this.#version += 1;
    this.#applySession(known, false);
  }

  announcePasswordRecovery(): void {
    this.#broadcast('password-recovery');
  }

  async #lookUp(): Promise<SessionState> {
    const session = await this.#fetchSession();
    // Keep the mirrored user if the server can't be reached; later calls will show whether the session is valid.
    if (!this.#state.isKnown) this.#set({ isKnown: true, ...this.#mirroredSession() });
    if (session?.needsRefresh) void this.#runInTurn(() => this.#renewInOneTab(session.expiresAt));
    return this.#state;
  }

  #mirroredSession(): KnownSession {
    const mirrored = this.#mirror.read();
    return mirrored && !this.#hasExpired(mirrored) ? mirrored : NOBODY;
  }

  #runInTurn(work: () => Promise<void>): Promise<void> {
    this.#checking ??= work().finally(() => {
      this.#checking = null;
    });
    return this.#checking;
  }

  /** Asks the server and applies its response; null if it didn't respond or the state changed first. */
  async #fetchSession(): Promise<Session | null> {
    const version = this.#version;
    const session = await this.#parts.calls.get().catch((error: unknown) => {
      browserLog.warn(`Failed to load the session: ${String(error)}`);
      return null;
    });
    if (!session || version !== this.#version) return null;
    if (this.#mirror.wasRemovedElsewhere()) {
      this.#applySession(NOBODY, false);
      return null;
    }
    const renewed = this.#sessionRenewedElsewhere(session);
    if (!renewed) this.#mirror.write(session);
    this.#applySession(renewed ?? session);
    return renewed ? null : session;
  }

  /** The state that another tab wrote while this one waited, if the response predates that tab's renewal. */
  #sessionRenewedElsewhere({ user, expiresAt }: Session): KnownSession | null {
    const theirs = this.#mirror.read();
    const isNewer = Date.parse(theirs?.expiresAt ?? '') > Date.parse(expiresAt ?? '');
    return theirs?.user && theirs.user.id === user?.id && isNewer ? theirs : null;
  }

  async #refreshIfDue(): Promise<void> {
    const session = await this.#fetchSession();
    if (session?.needsRefresh) await this.#renewInOneTab(session.expiresAt);
    else if (!session && this.#hasExpired(this.#state)) this.forget();
  }

  /** Whether the session has expired by this browser's clock, for when the server can't be reached. */
  #hasExpired({ user, expiresAt }: KnownSession): boolean {
    return user !== null && endOfSession(Date.parse(expiresAt ?? '')) <= this.#parts.now();
  }

  /** Renews a session whose secret is due at `due`, unless another tab renewed it or signed out first. */
  #renewInOneTab(due: string | null): Promise<void> {
    return this.#parts.exclusive(async () => {
      const theirs = this.#mirror.read();
      if (theirs) this.#applySession(theirs);
      else if (this.#mirror.wasRemovedElsewhere()) this.#applySession(NOBODY, false);
      if (this.#state.user && this.#state.expiresAt === due) await this.#renew();
    });
  }

  async #renew(): Promise<void> {
    const version = this.#version;
    try {
      const session = await this.#parts.calls.refresh();
      if (version !== this.#version) return;
      if (!session.user) return this.forget();
      this.#replaceSession(session);
      this.#broadcast('token-refreshed');
    } catch (error) {
      // A refusal is final. Without a response, the session lasts until it expires.
      if (isSignedOut(error) || this.#hasExpired(this.#state)) this.forget();
    }
  }

  #adoptSession(session: Session): void {
    this.#replaceSession(session);
    this.#broadcast('signed-in');
  }

  #applySession(session: KnownSession, hasEnded = true): void {
    const before = this.#state;
    if (!session.user) this.#mirror.markCleared();
    this.#set({ isKnown: true, user: session.user, expiresAt: session.expiresAt });
    if (!before.user && session.user) this.#broadcast('signed-in');
    else if (before.user && !session.user) this.#broadcast('signed-out', hasEnded);
    else if (before.user) this.#announceChange(before, session);
  }

  #announceChange(before: SessionState, after: KnownSession): void {
    if (JSON.stringify(before.user) !== JSON.stringify(after.user)) this.#broadcast('user-updated');
    else if (before.expiresAt !== after.expiresAt) this.#broadcast('token-refreshed');
  }

  #clear(hasEnded: boolean): void {
    const was = this.#state.user;
    this.#replaceSession(NOBODY);
    if (was) this.#broadcast('signed-out', hasEnded);
  }

  #replaceSession(session: KnownSession): void {
    this.#version += 1;
    this.#mirror.write(session);
    this.#set({ isKnown: true, user: session.user, expiresAt: session.expiresAt });
  }

  #set(state: SessionState): void {
    this.#lastId = this.#state.user?.id ?? this.#lastId;
    this.#state = state;
    if (state.user && this.#lastId && state.user.id !== this.#lastId)
      this.#broadcast('person-changed');
    for (const watcher of this.#watchers) watcher();
  }

  #broadcast(event: SessionEvent, hasEnded = false): void {
    for (const listener of this.#listeners) listener(event, hasEnded);
  }
}
