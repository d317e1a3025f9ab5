import type { Account } from '#domain/accounts.ts';
import { AppError } from '#domain/errors.ts';
import { isStaffRole } from '#domain/roles.ts';
import { audit } from '#server/platform/audit.ts';
import type { Context } from '#server/platform/context.ts';
import type { Tx } from '#server/platform/db/database.ts';
import { secondFactorMail } from './mail.ts';
import { accountIn, confirmSelf, subjectOf, viewerOf, type Self } from './own.ts';

/** A secret for an authenticator app, which counts once a code of it is shown. WRONG_PASSWORD, SECOND_FACTOR_IS_ON. */
export async function beginSecondFactor(ctx: Context, self: Self, password: string) {
  await confirmSelf(ctx, self, password);
  return ctx.db.as(viewerOf(self.session), (tx) =>
    ctx.auth.secondFactor.begin(tx, self.session.user),
  );
}

/** Switches it on; the recovery codes are told this once. CODE_NOT_VALID, SECOND_FACTOR_IS_ON, RATE_LIMITED. */
export async function confirmSecondFactor(ctx: Context, { session }: Self, code: string) {
  const { user } = session;
  await ctx.auth.limits.code(user.id);
  const recoveryCodes = await ctx.db.as(viewerOf(session), async (tx) => {
    const { isOn } = await ctx.auth.secondFactor.state(tx, user.id);
    if (isOn) throw new AppError('SECOND_FACTOR_IS_ON');
    const codes = await ctx.auth.secondFactor.confirm(tx, user.id, code);
    await ctx.mail.queue(tx, secondFactorMail(ctx.config, user.email, true));
    await audit(tx, 'person.second-factor-on', subjectOf(session));
    return codes;
  });
  await ctx.auth.limits.forgetCodes(user.id);
  return { recoveryCodes };
}

/** WRONG_PASSWORD, SECOND_FACTOR_IS_OFF; SECOND_FACTOR_REQUIRED when the product asks it of this role. */
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
  return ctx.db.as(viewerOf(session), async (tx) => {
    await assertOn(ctx, tx, session.user.id);
    await ctx.auth.secondFactor.switchOff(tx, session.user.id);
    await ctx.mail.queue(tx, secondFactorMail(ctx.config, session.user.email, false));
    await audit(tx, 'person.second-factor-off', subjectOf(session));
    return accountIn(ctx, tx, session);
  });
}

/** Ten new codes; the old ones are of no use any more. WRONG_PASSWORD, SECOND_FACTOR_IS_OFF. */
export async function renewRecoveryCodes(ctx: Context, self: Self, password: string) {
  await confirmSelf(ctx, self, password);
  const { session } = self;
  return ctx.db.as(viewerOf(session), async (tx) => {
    await assertOn(ctx, tx, session.user.id);
    await audit(tx, 'person.recovery-codes-renewed', subjectOf(session));
    return { recoveryCodes: await ctx.auth.secondFactor.renewCodes(tx, session.user.id) };
  });
}

async function assertOn(ctx: Context, tx: Tx, profileId: string) {
  const { isOn } = await ctx.auth.secondFactor.state(tx, profileId);
  if (!isOn) throw new AppError('SECOND_FACTOR_IS_OFF');
}
