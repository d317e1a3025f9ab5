import pg from 'pg';

/** Statements used this often get a name, because PostgreSQL plans a named statement only once per connection. */
const USES_BEFORE_NAMING = 3;
/** Every connection keeps a plan in memory for each name. */
const MAX_NAMES = 256;
const MAX_CANDIDATES = 2000;
const MAX_TEXT_LENGTH = 8000;

const names = new Map<string, string>();
const seen = new Map<string, number>();
let generation = 0;
const plansOf = new WeakMap<pg.PoolClient, number>();

export function statementName(text: string): string | undefined {
  const known = names.get(text);
  if (known !== undefined || text.length > MAX_TEXT_LENGTH) return known;
  const times = (seen.get(text) ?? 0) + 1;
  if (times < USES_BEFORE_NAMING) {
    // Statements with variable-length lists don't recur, and must not pile up.
    if (seen.size >= MAX_CANDIDATES) seen.clear();
    seen.set(text, times);
    return undefined;
  }
  seen.delete(text);
  if (names.size >= MAX_NAMES) resetNames();
  const name = `overfly_${generation}_${names.size}`;
  names.set(text, name);
  return name;
}

/** A migration by another process may change what a prepared `select *` returns. */
export function resetIfStalePlan(error: unknown): boolean {
  const stale =
    error instanceof pg.DatabaseError &&
    error.code === '0A000' &&
    error.message === 'cached plan must not change result type';
  if (stale) resetNames();
  return stale;
}

export function resetNames(): void {
  generation++;
  names.clear();
}

export function hasOutdatedPlans(client: pg.PoolClient): boolean {
  const since = plansOf.get(client) ?? generation;
  plansOf.set(client, since);
  return since !== generation;
}
