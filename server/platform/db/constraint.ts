import pg from 'pg';

/** Name of the constraint or unique index that a failed statement broke; null for any other failure. */
export const brokenConstraint = (error: unknown): string | null =>
  error instanceof pg.DatabaseError ? (error.constraint ?? null) : null;

/** True when PostgreSQL could not take a value as such: SQLSTATE class 22, data exception. */
export const isRefusedValue = (error: unknown): boolean =>
  error instanceof pg.DatabaseError && (error.code?.startsWith('22') ?? false);
