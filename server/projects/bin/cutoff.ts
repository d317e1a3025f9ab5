import type { Context } from '#server/platform/context.ts';

/** Items deleted at or before this time are permanently removed. */
export const binCutoff = ({ config, clock }: Pick<Context, 'config' | 'clock'>): Date =>
  new Date(clock().getTime() - config.binDays * 86_400_000);
