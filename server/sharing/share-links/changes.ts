import type { z } from 'zod';
import { AppError } from '#domain/errors.ts';
import type { ShareLinkChange } from '#domain/share-links.ts';
import type { Context } from '#server/platform/context.ts';
import type { ShareLinkRow } from './queries.ts';
import { scopeOf } from './scope.ts';

/** What is different of the row; what is not is undefined. As scopeOf. */
export function changesOf(
  {
    expiresAt,
    embedSites,
    ...change
  }: Omit<z.output<typeof ShareLinkChange>, 'password' | 'isActive'>,
  before: ShareLinkRow,
) {
  const isSame = (a: unknown, b: unknown) => String(a) === String(b);
  const scope = scopeOf(change);
  return {
    ...change,
    submissionId: scope?.submissionId,
    submissionIds: isSame(scope?.submissionIds, before.submissionIds)
      ? undefined
      : scope?.submissionIds,
    expiresAt:
      expiresAt === (before.expiresAt?.toISOString() ?? null) ? undefined : dateOf(expiresAt),
    embedSites: isSame(embedSites, before.embedSites) ? undefined : embedSites,
  };
}

export const dateOf = (instant: string | null | undefined): Date | null | undefined =>
  typeof instant === 'string' ? new Date(instant) : instant;

/** INVALID_INPUT when a link would have expired already. */
export function assertAhead({ clock }: Pick<Context, 'clock'>, expiresAt: Date | null | undefined) {
  if (expiresAt && expiresAt <= clock()) {
    throw new AppError('INVALID_INPUT', 'The expiration date must be in the future.');
  }
}
