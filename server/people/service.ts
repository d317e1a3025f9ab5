import type { z } from 'zod';
import { AppError } from '#domain/errors.ts';
import type { PeoplePage, PeopleQuery, Person, PersonChange } from '#domain/people.ts';
import { isStaffRole, may, type Role } from '#domain/roles.ts';
import { changedFields } from '#server/platform/changed-fields.ts';
import type { Context } from '#server/platform/context.ts';
import { brokenConstraint } from '#server/platform/db/constraint.ts';
import type { Tx } from '#server/platform/db/database.ts';
import { totalOf } from '#server/platform/db/search.ts';
import { profileOf, type Viewer } from '#server/platform/db/viewer.ts';
import { addressChangedMail, verificationMail } from './accounts/mail.ts';
import { isRegistered } from './accounts/queries.ts';
import { presentPerson } from './present.ts';
import {
  countPeople,
  findActiveStaff,
  findCompanyByCode,
  findPerson,
  listPeople,
  lockPeopleOf,
  lockPerson,
  updatePerson,
} from './queries.ts';

export const hasActiveStaff = async (tx: Tx): Promise<boolean> =>
  (await findActiveStaff(tx)) !== undefined;

/** Only people who manage staff can list staff. Throws ACCESS_DENIED. */
export async function readPeoplePage(
  ctx: Context,
  viewer: Viewer,
  query: z.output<typeof PeopleQuery>,
): Promise<PeoplePage> {
  if (query.filter === 'staff' && !managesStaff(viewer)) throw new AppError('ACCESS_DENIED');
  return ctx.db.as(viewer, async (tx) => {
    const rows = await listPeople(tx, query);
    const ids = rows.map(({ id }) => id);
    const unverified = await ctx.auth.unverifiedOf(tx, ids);
    const bound = await ctx.auth.providerAccounts.those(tx, ids);
    return {
      people: rows.map((row) =>
        presentPerson(row, {
          emailVerified: !unverified.has(row.id),
          signsInByProvider: bound.has(row.id),
        }),
      ),
      found: await totalOf(rows, query.page, () => countPeople(tx, query)),
    };
  });
}

/** PERSON_NOT_FOUND, ADDRESS_HAS_ACCOUNT; COMPANY_NOT_FOUND for an unknown code, INVALID_INPUT for an inactive company. */
export const changePerson = (
  ctx: Context,
  viewer: Viewer,
  { id, companyCode, email, ...changes }: { id: string } & z.output<typeof PersonChange>,
) =>
  ctx.db.as(viewer, async (tx) => {
    const person = await lockManageable(tx, viewer, id);
    const isMoved = companyCode !== undefined && person.role === 'client';
    const company = isMoved ? { companyId: await companyIdOf(tx, companyCode, person) } : {};
    const wanted = { ...changes, ...company };
    const different = changedFields(person, wanted, PERSONAL);
    if (different) {
      await updatePerson(tx, id, wanted);
      await ctx.record(tx, { type: 'person.changed', id, detail: different });
    }
    if (email && email !== person.email) await changeEmail(ctx, tx, person, email);
    return personById(ctx, tx, id);
  });

/** They keep their password, but see nothing until they confirm the address. Staff change their own. */
async function changeEmail(ctx: Context, tx: Tx, person: Manageable, email: string) {
  const { id, role, isActive } = person;
  if (isStaffRole(role) || !isActive)
    throw new AppError('INVALID_INPUT', 'Only the address of an active client can be changed.');
  if (await isRegistered(tx, email)) throw new AppError('ADDRESS_HAS_ACCOUNT');
  await ctx.auth.setEmail(tx, id, { email, emailVerified: false });
  await ctx.auth.sessions.endAll(tx, id, null);
  await ctx.auth.tokens.drop(tx, id);
  const token = await ctx.auth.tokens.issue(tx, { profileId: id, purpose: 'verify-email', email });
  const reason = `${ctx.config.brand.name} changed the email address of your account to this one. Your password is still the same.`;
  await ctx.mail.queue(tx, verificationMail(ctx.config, email, token, reason));
  await ctx.mail.queue(tx, addressChangedMail(ctx.config, person.email, email));
  await ctx.record(tx, { type: 'person.email-changed', id });
}

/** Ends all sessions and links, but keeps everything the person created. Throws OWN_ACCOUNT or LAST_OF_ROLE. */
export const deactivatePerson = (ctx: Context, viewer: Viewer, { id }: { id: string }) =>
  withConstraintErrors(() =>
    ctx.db.as(viewer, async (tx) => {
      const { isActive } = await lockManageable(tx, viewer, id);
      if (id === profileOf(viewer)) throw new AppError('OWN_ACCOUNT');
      await deactivateIn(ctx, tx, { id, isActive });
      return personById(ctx, tx, id);
    }),
  );

async function deactivateIn(
  ctx: Context,
  tx: Tx,
  { id, isActive, ...changes }: { id: string; isActive: boolean; companyId?: null },
): Promise<void> {
  await updatePerson(tx, id, { ...changes, isActive: false, calendarKey: null });
  await ctx.auth.sessions.endAll(tx, id, null);
  await ctx.auth.tokens.drop(tx, id);
  if (isActive) await ctx.record(tx, { type: 'person.deactivated', id });
}

/** Before their company is deleted for good. Returns how many were active. */
export async function deactivateClientsOf(ctx: Context, tx: Tx, companyId: string) {
  const people = await lockPeopleOf(tx, companyId);
  for (const person of people) await deactivateIn(ctx, tx, { ...person, companyId: null });
  return people.filter(({ isActive }) => isActive).length;
}

export const reactivatePerson = (ctx: Context, viewer: Viewer, { id }: { id: string }) =>
  withConstraintErrors(() =>
    ctx.db.as(viewer, async (tx) => {
      const { isActive } = await lockManageable(tx, viewer, id);
      await updatePerson(tx, id, { isActive: true });
      if (!isActive) await ctx.record(tx, { type: 'person.reactivated', id });
      return personById(ctx, tx, id);
    }),
  );

/** The next provider sign-in with the person's verified address creates a new binding. Throws PERSON_NOT_FOUND. */
export const unlinkProvider = (ctx: Context, viewer: Viewer, { id }: { id: string }) =>
  ctx.db.as(viewer, async (tx) => {
    await lockManageable(tx, viewer, id);
    if (await ctx.auth.providerAccounts.remove(tx, id)) {
      const ended = await ctx.auth.sessions.endAll(tx, id, null);
      await ctx.auth.tokens.drop(tx, id, ['second-factor']);
      await ctx.record(tx, { type: 'person.provider-released', id, detail: { ended } });
    }
    return personById(ctx, tx, id);
  });

/**
 * Throws OWN_ACCOUNT (nobody can promote themselves), ADDRESS_NOT_VERIFIED (the account may be a stranger's), or
 * LAST_OF_ROLE.
 */
export const changeRole = (
  ctx: Context,
  viewer: Viewer,
  { id, role }: { id: string; role: Role },
) =>
  withConstraintErrors(() =>
    ctx.db.as(viewer, async (tx) => {
      const before = await lockManageable(tx, viewer, id);
      if (id === profileOf(viewer)) throw new AppError('OWN_ACCOUNT');
      if (isStaffRole(role) && !(await ctx.auth.isVerified(tx, id))) {
        throw new AppError('ADDRESS_NOT_VERIFIED');
      }
      const company = isStaffRole(role) ? { companyId: null } : {};
      await updatePerson(tx, id, { role, ...company });
      if (before.role !== role) {
        const detail = { from: before.role, to: role, ...changedFields(before, company) };
        await ctx.record(tx, { type: 'person.role-changed', id, detail });
      }
      return personById(ctx, tx, id);
    }),
  );

type Manageable = Awaited<ReturnType<typeof lockManageable>>;

/** Recorded only as field names, because the log is permanent and must not keep personal data. */
const PERSONAL = ['firstName', 'lastName', 'phone', 'certificate', 'notes'] as const;

const managesStaff = (viewer: Viewer) =>
  viewer.kind === 'system' || (viewer.kind === 'staff' && may(viewer.role, 'staff.manage'));

/** Locks the person. Only people who manage staff can see staff accounts. */
async function lockManageable(tx: Tx, viewer: Viewer, id: string) {
  const person = await lockPerson(tx, id);
  if (!person || (isStaffRole(person.role) && !managesStaff(viewer))) {
    throw new AppError('PERSON_NOT_FOUND');
  }
  return person;
}

/** An inactive company is accepted only if the person already belongs to it. */
async function companyIdOf(
  tx: Tx,
  companyCode: string | null,
  person: { companyId: string | null },
): Promise<string | null> {
  if (companyCode === null) return null;
  const company = await findCompanyByCode(tx, companyCode);
  if (!company) throw new AppError('COMPANY_NOT_FOUND', 'No company has this code.');
  if (!company.isActive && company.id !== person.companyId) {
    throw new AppError('INVALID_INPUT', 'This company is not active. Activate it first.');
  }
  return company.id;
}

async function personById(ctx: Context, tx: Tx, id: string): Promise<Person> {
  const row = await findPerson(tx, id);
  if (!row) throw new AppError('PERSON_NOT_FOUND');
  const emailVerified = await ctx.auth.isVerified(tx, id);
  const bound = await ctx.auth.providerAccounts.those(tx, [id]);
  return presentPerson(row, { emailVerified, signsInByProvider: bound.has(id) });
}

/** Turns violated database constraints into error codes. */
async function withConstraintErrors<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    switch (brokenConstraint(error)) {
      case 'profiles_last_of_role':
        throw new AppError('LAST_OF_ROLE');
      case 'profiles_staff_by_another_admin':
        throw new AppError('ACCESS_DENIED');
      default:
        throw error;
    }
  }
}
