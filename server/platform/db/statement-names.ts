import pg from 'pg';

/** PostgreSQL plans a named statement only once per connection. */
const NAME_FROM_TIME = 3;
/** Each name keeps a plan in every connection's memory. */
const MOST_NAMES = 256;
const MOST_CANDIDATES = 2000;
const LONGEST_TEXT = 8000;

const names = new Map<string, string>();
const seen = new Map<string, number>();
let generation = 0;
const plansOf = new WeakMap<pg.PoolClient, number>();

export function statementName(text: string): string | undefined {
  const known = names.get(text);
  if (known !== undefined || text.length > LONGEST_TEXT) return known;
  const times = (seen.get(text) ?? 0) + 1;
  if (times < NAME_FROM_TIME) {
    // Statements with variable-length lists don't recur, and must not pile up.
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

/** A migration by another process may change what a prepared `select *` returns. */
export function forgetStalePlans(error: unknown): boolean {
  const stale =
    error instanceof pg.DatabaseError &&
    error.code === '0A000' &&
    error.message === 'cached plan must not change result type';
  if (stale) forgetNames();
  return stale;
}

export function forgetNames(): void {
  generation++;
  names.clear();
}

export function holdsForgottenPlans(client: pg.PoolClient): boolean {
  const since = plansOf.get(client) ?? generation;
  plansOf.set(client, since);
  return since !== generation;
}
