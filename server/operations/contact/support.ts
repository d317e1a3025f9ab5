import { CONTACT_RATES } from '#domain/contact.ts';
import { RateLimitedError } from '#domain/errors.ts';
import type { SupportMessage } from '#domain/support.ts';
import { projectFor } from '#server/projects/service.ts';
import type { RequestSession } from '#server/platform/auth/sessions/session.ts';
import type { Context } from '#server/platform/context.ts';
import { createLimits } from '#server/platform/limit/limit.ts';
import { operatorMail } from './mail.ts';
import { operatorAddress } from './service.ts';
import { insertFormSubmission } from './queries.ts';

const WINDOWS = [
  ['support', CONTACT_RATES.perMinutes, 600],
  ['support-day', CONTACT_RATES.perNetworkDay, 86_400],
] as const;

const OWN_PAGE = '/dashboard/support';

async function count(ctx: Context, profileId: string): Promise<void> {
  const limits = createLimits(ctx);
  for (const [name, most, seconds] of WINDOWS) {
    const isOneOf = await limits(name, most, seconds).of(profileId).tryAdd();
    if (!isOneOf)
      throw new RateLimitedError(seconds, 'Too many messages.', ', or contact us directly');
  }
}

/** Throws PROJECT_NOT_FOUND or RATE_LIMITED. */
export async function receiveSupportMessage(
  ctx: Context,
  { user, viewer }: RequestSession,
  { message, projectId, page }: SupportMessage,
): Promise<void> {
  await count(ctx, user.id);
  const project = projectId === null ? null : await projectFor(ctx, viewer, { id: projectId });
  const { email, firstName, lastName, companyName } = user;
  const sender = {
    name: [firstName, lastName].filter(Boolean).join(' ') || email,
    email,
    phone: null,
    company: companyName,
    message,
  };
  const notice = { message: sender, isSpam: false, projectName: project?.name ?? null };
  await ctx.db.as({ kind: 'system' }, async (tx) => {
    const row = await insertFormSubmission(tx, {
      ...sender,
      projectId,
      page: page ?? OWN_PAGE,
      submittedAt: ctx.clock(),
    });
    if (!row) return;
    await ctx.mail.queue(tx, operatorMail(await operatorAddress(ctx, tx), ctx.config, notice));
    await ctx.record(tx, { type: 'form-submission.changed', id: row.id });
  });
}
