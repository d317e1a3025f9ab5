import type { z } from 'zod';
import type { Account, OwnSession, OwnUnits, ProfileChange } from '#domain/accounts.ts';
import { AppError } from '#domain/errors.ts';
import { isStaffRole } from '#domain/roles.ts';
import { changedFields } from '#server/platform/changed-fields.ts';
import type { Context } from '#server/platform/context.ts';
import type { Tx } from '#server/platform/db/database.ts';
import { viewerOfPerson, type RequestSession } from '#server/platform/auth/sessions/session.ts';
import { addressRequestedMail, newAddressMail, passwordChangedMail } from './mail.ts';
import { presentAccount, presentOwnSession } from './present.ts';
import { findPerson, isRegistered, updateOwnProfile, updateOwnUnits } from './queries.ts';

export type Self = { session: RequestSession; ipAddress: string };

/** Has no company, so use it only for changes to the person's own account. */
export const ownViewer = ({ user }: RequestSession) => viewerOfPerson(user.id, user.role, null);

/**
 * Checks the password, because the session may be unattended. Returns the password's hash. Throws WRONG_PASSWORD or
 * PASSWORD_NOT_SET.
 */
export async function confirmSelf(
  ctx: Context,
  { session }: Self,
  password: string,
): Promise<string> {
  const { id, email } = session.user;
  const hasPassword = await ctx.db.as(ownViewer(session), (tx) => ctx.auth.hasPassword(tx, id));
  if (!hasPassword) throw new AppError('PASSWORD_NOT_SET');
  return ctx.auth.confirmPassword(session.sessionId, { email, password });
}

export const accountOf = (ctx: Context, session: RequestSession): Promise<Account> =>
  ctx.db.as(ownViewer(session), (tx) => accountIn(ctx, tx, session));

export async function accountIn(ctx: Context, tx: Tx, { user }: RequestSession): Promise<Account> {
  const person = await findPerson(tx, user.id);
  if (!person) throw new AppError('NOT_SIGNED_IN');
  const isRequired = ctx.config.staffTwoFactor === 'required' && isStaffRole(user.role);
  return presentAccount({
    user,
    person,
    emailVerified: await ctx.auth.isVerified(tx, user.id),
    pendingEmail: await ctx.auth.tokens.findPendingEmail(tx, user.id, 'change-email'),
    hasPassword: await ctx.auth.hasPassword(tx, user.id),
    signsInByProvider: (await ctx.auth.providerAccounts.those(tx, [user.id])).size > 0,
    secondFactor: { isRequired, ...(await ctx.auth.secondFactor.state(tx, user.id)) },
  });
}

/** Recorded only as field names, because the log is permanent and must not keep personal data. */
const PERSONAL = ['firstName', 'lastName', 'phone', 'certificate'] as const;

export const changeProfile = (
  ctx: Context,
  session: RequestSession,
  change: z.output<typeof ProfileChange>,
): Promise<Account> =>
  ctx.db.as(ownViewer(session), async (tx) => {
    const before = await findPerson(tx, session.user.id);
    const different = before && changedFields(before, change, PERSONAL);
    if (!different) return accountIn(ctx, tx, session);
    await updateOwnProfile(tx, session.user.id, change);
    const { id } = session.user;
    await ctx.record(tx, { type: 'person.profile-changed', id, detail: different });
    return accountIn(ctx, tx, session);
  });

export const chooseUnits = (
  ctx: Context,
  session: RequestSession,
  { units }: z.output<typeof OwnUnits>,
): Promise<z.output<typeof OwnUnits>> =>
  ctx.db.as(ownViewer(session), async (tx) => {
    await updateOwnUnits(tx, session.user.id, units);
    await ctx.record(tx, { type: 'person.units-chosen', id: session.user.id });
    return { units };
  });

/**
 * Emails a link to the new address and a notice to the old one. Throws WRONG_PASSWORD, ALREADY_REGISTERED,
 * RATE_LIMITED, or PRESENT_ADDRESS_NOT_VERIFIED, so that rights given to an unverified address can't move to another.
 */
export async function requestEmailChange(
  ctx: Context,
  self: Self,
  { email, password }: { email: string; password: string },
): Promise<{ sent: true }> {
  await confirmSelf(ctx, self, password);
  const { id: profileId, email: present } = self.session.user;
  await ctx.auth.limits.newAddress({ id: profileId, address: self.ipAddress }, email);
  await ctx.db.as({ kind: 'system' }, async (tx) => {
    if (!(await ctx.auth.isVerified(tx, profileId))) {
      throw new AppError('PRESENT_ADDRESS_NOT_VERIFIED');
    }
    if (await isRegistered(tx, email)) throw new AppError('ALREADY_REGISTERED');
    await ctx.auth.tokens.drop(tx, profileId, ['change-email']);
    const token = await ctx.auth.tokens.issue(tx, { profileId, purpose: 'change-email', email });
    await ctx.mail.queue(tx, newAddressMail(ctx.config, email, token));
    await ctx.mail.queue(tx, addressRequestedMail(ctx.config, present, email));
  });
  return { sent: true };
}

/** Ends all other sessions. Throws WRONG_PASSWORD or RATE_LIMITED. */
export async function changePassword(
  ctx: Context,
  self: Self,
  { password, newPassword }: { password: string; newPassword: string },
): Promise<{ ended: number }> {
  const present = await confirmSelf(ctx, self, password);
  const passwordHash = await ctx.auth.hashPassword(newPassword);
  const { sessionId, user } = self.session;
  return ctx.db.as(ownViewer(self.session), async (tx) => {
    // Fails if the password was just reset, so that someone who knows the old password can't undo the reset.
    const isSet = await ctx.auth.setPassword(tx, user.id, passwordHash, present);
    if (!isSet) throw new AppError('WRONG_PASSWORD');
    const ended = await ctx.auth.sessions.endAll(tx, user.id, sessionId);
    await ctx.auth.tokens.drop(tx, user.id, ['recover-password', 'change-email', 'second-factor']);
    await ctx.mail.queue(tx, passwordChangedMail(ctx.config, user.email));
    await ctx.record(tx, { type: 'person.password-changed', id: user.id, detail: { ended } });
    return { ended };
  });
}

export async function listSessions(ctx: Context, session: RequestSession): Promise<OwnSession[]> {
  const rows = await ctx.auth.sessions.list(session.user.id);
  return rows.map((row) => presentOwnSession(row, session.sessionId));
}

/** Throws SESSION_NOT_FOUND if it has ended or belongs to someone else. */
export const endOwnSession = (
  ctx: Context,
  session: RequestSession,
  id: string,
): Promise<{ ended: number }> =>
  ctx.db.as(ownViewer(session), async (tx) => {
    const isEnded = await ctx.auth.sessions.end(tx, session.user.id, id);
    if (!isEnded) throw new AppError('SESSION_NOT_FOUND');
    await ctx.record(tx, { type: 'person.session-ended', id: session.user.id });
    return { ended: 1 };
  });

export const endOtherSessions = (
  ctx: Context,
  session: RequestSession,
): Promise<{ ended: number }> =>
  ctx.db.as(ownViewer(session), async (tx) => {
    const { id } = session.user;
    const ended = await ctx.auth.sessions.endAll(tx, id, session.sessionId);
    await ctx.record(tx, { type: 'person.sessions-ended', id, detail: { ended } });
    return { ended };
  });
