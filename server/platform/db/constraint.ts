import pg from 'pg';

/** Name of the constraint or unique index that a failed statement broke; null for any other failure. */
export const brokenConstraint = (error: unknown): string | null =>
  error instanceof pg.DatabaseError ? (error.constraint ?? null) : null;
