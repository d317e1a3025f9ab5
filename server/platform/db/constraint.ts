import pg from 'pg';

export const brokenConstraint = (error: unknown): string | null =>
  error instanceof pg.DatabaseError ? (error.constraint ?? null) : null;

/** SQLSTATE class 22, data exception. */
export const isRefusedValue = (error: unknown): boolean =>
  error instanceof pg.DatabaseError && (error.code?.startsWith('22') ?? false);
