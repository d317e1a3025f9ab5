import pg from 'pg';

/** A statement that comes back gets a name: PostgreSQL then parses and plans it once a connection. */
const NAME_FROM_TIME = 3;
/** Each keeps a plan in the memory of each connection: beyond so many all begin anew, on new connections. */
const MOST_NAMES = 256;
const MOST_CANDIDATES = 2000;
const LONGEST_TEXT = 8000;

const names = new Map<string, string>();
const seen = new Map<string, number>();
let generation = 0;
/** The generation of the plans that a connection holds. */
const plansOf = new WeakMap<pg.PoolClient, number>();

/** @returns the name under which to prepare this text, or undefined to send it without one */
export function statementName(text: string): string | undefined {
  const known = names.get(text);
  if (known !== undefined || text.length > LONGEST_TEXT) return known;
  const times = (seen.get(text) ?? 0) + 1;
  if (times < NAME_FROM_TIME) {
    // Texts that never come back, such as those with lists of any length, must not pile up.
    if (seen.size >= MOST_CANDIDATES) seen.clear();
    seen.set(text, times);
    return undefined;
  }
  seen.delete(text);
  if (names.size >= MOST_NAMES) forgetNames();
  const name = `overfly_${generation}_${names.size}`;
  names.set(text, name);
  return name;
}

/**
 * A migration that another process ran may change what a prepared `select *` returns; PostgreSQL
 * then refuses the old plan.
 * @returns whether `error` was that refusal
 */
export function forgetStalePlans(error: unknown): boolean {
  const stale =
    error instanceof pg.DatabaseError &&
    error.code === '0A000' &&
    error.message === 'cached plan must not change result type';
  if (stale) forgetNames();
  return stale;
}

/** From here on all statements are prepared anew, under names of their own. */
export function forgetNames(): void {
  generation++;
  names.clear();
}

/** Whether a connection holds plans of names that were forgotten since it was first taken: it is to be closed. */
export function holdsForgottenPlans(client: pg.PoolClient): boolean {
  const since = plansOf.get(client) ?? generation;
  plansOf.set(client, since);
  return since !== generation;
}
