import { Email, type Account } from '#domain/accounts.ts';
import { AppError } from '#domain/errors.ts';
import { isStaffRole } from '#domain/roles.ts';
import type { Context } from '#server/platform/context.ts';
import type { Tx } from '#server/platform/db/database.ts';
import { secondFactorMail, secondFactorRemovedMail } from './mail.ts';
import { accountIn, confirmSelf, ownViewer, type Self } from './own.ts';
import { findPersonByEmail } from './queries.ts';

/** The secret takes effect once a code confirms it. Throws WRONG_PASSWORD or SECOND_FACTOR_IS_ON. */
export async function beginSecondFactor(ctx: Context, self: Self, password: string) {
  await confirmSelf(ctx, self, password);
  return ctx.db.as(ownViewer(self.session), (tx) =>
    ctx.auth.secondFactor.begin(tx, self.session.user),
  );
}

/** Only this response contains the recovery codes. Throws CODE_NOT_VALID, SECOND_FACTOR_IS_ON, or RATE_LIMITED. */
export async function confirmSecondFactor(ctx: Context, { session }: Self, code: string) {
  const { user } = session;
  const attempt = await ctx.auth.limits.setUpCode(session.sessionId);
  const recoveryCodes = await ctx.db.as(ownViewer(session), async (tx) => {
    const { isOn } = await ctx.auth.secondFactor.state(tx, user.id);
    if (isOn) throw new AppError('SECOND_FACTOR_IS_ON');
    const codes = await ctx.auth.secondFactor.confirm(tx, user.id, code);
    await ctx.mail.queue(tx, secondFactorMail(ctx.config, user.email, true));
    await ctx.record(tx, { type: 'person.second-factor-on', id: user.id });
    return codes;
  });
  await attempt.succeeded();
  return { recoveryCodes };
}

/** Throws WRONG_PASSWORD, SECOND_FACTOR_IS_OFF, or SECOND_FACTOR_REQUIRED (for roles that must have one). */
export async function endSecondFactor(
  ctx: Context,
  self: Self,
  password: string,
): Promise<Account> {
  const { session } = self;
  if (ctx.config.staffTwoFactor === 'required' && isStaffRole(session.user.role)) {
    throw new AppError('SECOND_FACTOR_REQUIRED', 'Two-factor sign-in is required for your role.');
  }
  await confirmSelf(ctx, self, password);
  return ctx.db.as(ownViewer(session), async (tx) => {
    await assertOn(ctx, tx, session.user.id);
    await ctx.auth.secondFactor.switchOff(tx, session.user.id);
    await ctx.mail.queue(tx, secondFactorMail(ctx.config, session.user.email, false));
    await ctx.record(tx, { type: 'person.second-factor-off', id: session.user.id });
    return accountIn(ctx, tx, session);
  });
}

/** The old codes stop working. Throws WRONG_PASSWORD or SECOND_FACTOR_IS_OFF. */
export async function renewRecoveryCodes(ctx: Context, self: Self, password: string) {
  await confirmSelf(ctx, self, password);
  const { session } = self;
  return ctx.db.as(ownViewer(session), async (tx) => {
    await assertOn(ctx, tx, session.user.id);
    await ctx.record(tx, { type: 'person.recovery-codes-renewed', id: session.user.id });
    return { recoveryCodes: await ctx.auth.secondFactor.renewCodes(tx, session.user.id) };
  });
}

/**
 * For the server's administrator. Also ends all sessions and sign-ins in progress, because they may be a stranger's.
 * Returns the number of ended sessions. Throws INVALID_INPUT for an unknown address, or SECOND_FACTOR_IS_OFF. /
 */
export const removeSecondFactor = (ctx: Context, address: string): Promise<{ ended: number }> =>
  ctx.db.as({ kind: 'system' }, async (tx) => {
    const { data: email } = Email.safeParse(address);
    const person = email && (await findPersonByEmail(tx, email));
    if (!person) throw new AppError('INVALID_INPUT', 'No account has this email address.');
    const { id } = person;
    await assertOn(ctx, tx, id);
    await ctx.auth.secondFactor.switchOff(tx, id);
    await ctx.auth.tokens.drop(tx, id, ['second-factor']);
    const ended = await ctx.auth.sessions.endAll(tx, id, null);
    await ctx.mail.queue(tx, secondFactorRemovedMail(ctx.config, person.email));
    await ctx.record(tx, { type: 'person.second-factor-removed', id, detail: { ended } });
    return { ended };
  });

async function assertOn(ctx: Context, tx: Tx, profileId: string) {
  if (!(await ctx.auth.secondFactor.hold(tx, profileId)))
    throw new AppError('SECOND_FACTOR_IS_OFF');
}
