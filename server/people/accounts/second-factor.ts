import { Email, type Account } from '#domain/accounts.ts';
import { AppError } from '#domain/errors.ts';
import { isStaffRole } from '#domain/roles.ts';
import type { Context } from '#server/platform/context.ts';
import type { Tx } from '#server/platform/db/database.ts';
import { secondFactorMail, secondFactorRemovedMail } from './mail.ts';
import { accountIn, confirmSelf, viewerOf, type Self } from './own.ts';
import { findPersonByEmail } from './queries.ts';

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
  const attempt = await ctx.auth.limits.setUpCode(session.sessionId);
  const recoveryCodes = await ctx.db.as(viewerOf(session), async (tx) => {
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
    await ctx.record(tx, { type: 'person.second-factor-off', id: session.user.id });
    return accountIn(ctx, tx, session);
  });
}

/** Ten new codes; the old ones are of no use any more. WRONG_PASSWORD, SECOND_FACTOR_IS_OFF. */
export async function renewRecoveryCodes(ctx: Context, self: Self, password: string) {
  await confirmSelf(ctx, self, password);
  const { session } = self;
  return ctx.db.as(viewerOf(session), async (tx) => {
    await assertOn(ctx, tx, session.user.id);
    await ctx.record(tx, { type: 'person.recovery-codes-renewed', id: session.user.id });
    return { recoveryCodes: await ctx.auth.secondFactor.renewCodes(tx, session.user.id) };
  });
}

/**
 * Removes the second factor of somebody who has lost it, on behalf of whoever runs the installation: the
 * app's secret and the recovery codes, and every session and sign-in under way, which may be another's.
 * INVALID_INPUT for an address that nobody has, SECOND_FACTOR_IS_OFF.
 * @returns how many sessions were ended
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
