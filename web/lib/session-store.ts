import { z } from 'zod';
import { type Session, SessionUser, type SignInAnswer } from '#domain/session.ts';
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

/** What is kept of an answer. */
type Known = Pick<Session, 'user' | 'expiresAt'>;

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

const Mirrored = z.object({ user: SessionUser, expiresAt: z.iso.datetime() });
const NOBODY: Known = { user: null, expiresAt: null };

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
    const mirrored = parseMirror(this.#readItem());
    if (!mirrored) return;
    this.#isMirrored = true;
    // What is over by the clock of this browser does not count before the server has answered.
    const isOver = Date.parse(mirrored.expiresAt ?? '') <= parts.now();
    if (!isOver) this.#state = { isKnown: true, ...mirrored };
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
   * To be called every 30 s, and when the page comes back to the front: asks whether the session still
   * lasts, so that one that was ended elsewhere ends here too, and renews it when the server says that
   * less than 90 s are left.
   */
  async check(): Promise<void> {
    if (!this.#state.user) return;
    this.#checking ??= this.#lookAfter().finally(() => {
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
    const session = await this.#ask();
    // No answer says nothing about a mirrored user: the calls that follow will tell.
    if (!session && !this.#state.user) this.#set({ isKnown: true, ...NOBODY });
    return this.#state;
  }

  /** What the server says, taken over; null when it did not answer, or it was decided otherwise meanwhile. */
  async #ask(): Promise<Session | null> {
    const turn = this.#turn;
    const session = await this.#parts.calls.get().catch(() => null);
    if (!session || turn !== this.#turn) return null;
    if (this.#isSignedOutElsewhere()) {
      this.#become(NOBODY);
      return null;
    }
    const renewed = this.#renewedElsewhere(session);
    if (!renewed) this.#mirror(session);
    this.#become(renewed ?? session);
    return renewed ? null : session;
  }

  /** What another tab wrote while this one waited, if the answer is from before it renewed the session. */
  #renewedElsewhere({ user, expiresAt }: Session): Known | null {
    const theirs = parseMirror(this.#readItem());
    const isNewer = Date.parse(theirs?.expiresAt ?? '') > Date.parse(expiresAt ?? '');
    return theirs?.user && theirs.user.id === user?.id && isNewer ? theirs : null;
  }

  async #lookAfter(): Promise<void> {
    const session = await this.#ask();
    if (session?.needsRefresh) await this.#renewAlone(session.expiresAt);
    else if (!session && this.#isOver()) this.forget();
  }

  /** By the clock of this browser: for when the server cannot be asked. */
  #isOver(): boolean {
    const { user, expiresAt } = this.#state;
    return user !== null && expiresAt !== null && Date.parse(expiresAt) <= this.#parts.now();
  }

  /** Renews a session that ends at `due`, unless another tab did or signed out while this one waited. */
  #renewAlone(due: string | null): Promise<void> {
    return this.#parts.alone(async () => {
      const theirs = parseMirror(this.#readItem());
      if (theirs) this.#become(theirs);
      else if (this.#isSignedOutElsewhere()) this.#become(NOBODY);
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
      if (isSignedOut(error) || this.#isOver()) this.forget();
    }
  }

  #enter(session: Session): void {
    this.#take(session);
    this.#tell('signed-in');
  }

  /** Takes over a state that was found, and tells what has changed by it. */
  #become(session: Known): void {
    const before = this.#state;
    if (!session.user) this.#isMirrored = false;
    this.#set({ isKnown: true, user: session.user, expiresAt: session.expiresAt });
    if (!before.user && session.user) this.#tell('signed-in');
    else if (before.user && !session.user) this.#tell('signed-out');
    else if (before.user) this.#tellChange(before, session);
  }

  #tellChange(before: SessionState, after: Known): void {
    if (JSON.stringify(before.user) !== JSON.stringify(after.user)) this.#tell('user-updated');
    else if (before.expiresAt !== after.expiresAt) this.#tell('token-refreshed');
  }

  #take(session: Known): void {
    this.#turn += 1;
    this.#mirror(session);
    this.#set({ isKnown: true, user: session.user, expiresAt: session.expiresAt });
  }

  #mirror({ user, expiresAt }: Known): void {
    const { storage } = this.#parts;
    try {
      if (user) storage.setItem(SESSION_KEY, JSON.stringify({ user, expiresAt }));
      else storage.removeItem(SESSION_KEY);
      this.#isMirrored = user !== null;
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

  /** Another tab has taken the mirror away, and this one has not heard of it yet. */
  #isSignedOutElsewhere(): boolean {
    return this.#isMirrored && this.#readItem() === null;
  }

  #readItem(): string | null {
    try {
      return this.#parts.storage.getItem(SESSION_KEY);
    } catch {
      return null;
    }
  }
}

function parseMirror(value: string | null): Known | null {
  if (value === null) return null;
  try {
    return Mirrored.safeParse(JSON.parse(value)).data ?? null;
  } catch {
    return null;
  }
}
