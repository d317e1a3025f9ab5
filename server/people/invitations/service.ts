import { randomBytes } from 'node:crypto';
import type { z } from 'zod';
import { Email } from '#domain/accounts.ts';
import { CONTACT_MESSAGES } from '#domain/contact-messages.ts';
import { AppError } from '#domain/errors.ts';
import {
  INVITATION_DAYS,
  type Invitation,
  type InvitationInput,
  type InvitationsPage,
  type InvitationsQuery,
} from '#domain/invitations.ts';
import { isStaffRole, may } from '#domain/roles.ts';
import type { Config } from '#server/config.ts';
import { createInvitedPerson, hasAccount } from '#server/people/accounts/service.ts';
import type { Context } from '#server/platform/context.ts';
import { brokenConstraint } from '#server/platform/db/constraint.ts';
import { viewerOf, type Tx } from '#server/platform/db/database.ts';
import { totalOf } from '#server/platform/db/search.ts';
import { profileOf, type Viewer } from '#server/platform/db/viewer.ts';
import { mailOrigin } from '#server/platform/http/origin.ts';
import { hashToken } from '#server/platform/crypto.ts';
import { invitationMail } from './mail.ts';
import { obstacleOf, presentInvitation } from './present.ts';
import {
  countMatching,
  findInvitation,
  hasOpen,
  insertInvitation,
  listMatching,
  lockOpen,
  lockOpenByEmail,
  revokeExpired,
  revokeOpen,
  updateInvitation,
  type InvitationRow,
} from './queries.ts';

const TOKEN_BYTES = 32;
const DAY_MS = 86_400_000;

/** Lists open invitations; only admins see those for staff. */
export const readInvitationsPage = (
  ctx: Context,
  viewer: Viewer,
  query: z.output<typeof InvitationsQuery>,
): Promise<InvitationsPage> =>
  ctx.db.as(viewer, async (tx) => {
    const rows = await listMatching(tx, query);
    return {
      invitations: rows.map(presentInvitation),
      found: await totalOf(rows, query.page, () => countMatching(tx, query)),
    };
  });

/**
 * Throws ACCESS_DENIED, ADDRESS_HAS_ACCOUNT, INVITATION_OPEN, COMPANY_NOT_FOUND, or INVALID_INPUT (inactive company).
 */
export async function invite(
  ctx: Context,
  viewer: Viewer,
  input: z.output<typeof InvitationInput>,
): Promise<Invitation> {
  if (isStaffRole(input.role) && !managesStaff(viewer)) throw new AppError('ACCESS_DENIED');
  return withInvitationErrors(ctx, viewer, input.email, () =>
    ctx.db.as(viewer, (tx) => inviteIn(ctx, tx, input)),
  );
}

/** Inside `withInvitationErrors`. The caller has checked that the viewer may invite to this role. */
export async function inviteIn(ctx: Context, tx: Tx, input: z.output<typeof InvitationInput>) {
  await revokeExpired(tx, input.email, ctx.clock());
  const invitedBy = profileOf(viewerOf(tx));
  return (await newInvitation(ctx, tx, { ...input, invitedBy })).invitation;
}

export async function withInvitationErrors<T>(
  ctx: Context,
  viewer: Viewer,
  email: string,
  work: () => Promise<T>,
): Promise<T> {
  try {
    return await work();
  } catch (error) {
    switch (brokenConstraint(error)) {
      case 'invitations_one_open_per_email':
        throw await alreadyInvitedError(ctx, viewer, email);
      case 'invitations_company_id_fkey':
        throw new AppError('COMPANY_NOT_FOUND');
      default:
        throw error;
    }
  }
}

/** An open invitation that the viewer can't see is for staff, so the message refers them to an admin. */
async function alreadyInvitedError(ctx: Context, viewer: Viewer, email: string): Promise<AppError> {
  const isSeen = await ctx.db.ask(viewer, (tx) => hasOpen(tx, email));
  const message = 'This email address has already been invited as staff. Please ask an admin.';
  return new AppError('INVITATION_OPEN', isSeen ? undefined : message);
}

/** For the server's administrator. Replaces an open invitation. Returns the link, which is also emailed. */
export const inviteAdmin = (ctx: Context, address: string): Promise<string> =>
  ctx.db.as({ kind: 'system' }, async (tx) => {
    const { data: email } = Email.safeParse(address);
    if (!email) throw new AppError('INVALID_INPUT', CONTACT_MESSAGES.wrongEmail);
    await revokeOpen(tx, email, ctx.clock());
    const nothing = { companyId: null, contactName: null, phone: null, notes: null };
    const input = { ...nothing, email, role: 'admin' as const, invitedBy: null };
    return (await newInvitation(ctx, tx, input)).url;
  });

/** The old link stops working. Throws INVITATION_NOT_FOUND or ADDRESS_HAS_ACCOUNT. */
export const resendInvitation = (ctx: Context, viewer: Viewer, { id }: { id: string }) =>
  ctx.db.as(viewer, async (tx) => {
    const open = await lockOpen(tx, id);
    if (!open) throw new AppError('INVITATION_NOT_FOUND');
    if (await hasAccount(tx, open.email)) throw new AppError('ADDRESS_HAS_ACCOUNT');
    const { token, ...fresh } = newLink(ctx);
    await updateInvitation(tx, id, { ...fresh, invitedBy: profileOf(viewer) });
    await ctx.record(tx, { type: 'invitation.resent', id });
    return queueInvitationMail(ctx, tx, id, token);
  });

/** The link stops working immediately. Throws INVITATION_NOT_FOUND. */
export const revokeInvitation = (ctx: Context, viewer: Viewer, { id }: { id: string }) =>
  ctx.db.as(viewer, async (tx) => {
    if (!(await lockOpen(tx, id))) throw new AppError('INVITATION_NOT_FOUND');
    await updateInvitation(tx, id, { revokedAt: ctx.clock() });
    await ctx.record(tx, { type: 'invitation.revoked', id });
    return { id };
  });

/** `passwordHash` is null for people who sign in with the provider. */
export type Accepted = { firstName: string; lastName: string; passwordHash: string | null };

/** The caller has locked the invitation and checked that it can be accepted. */
export async function createInvitedAccount(
  ctx: Context,
  tx: Tx,
  { id, email, role, companyId, phone, notes }: InvitationRow,
  accepted: Accepted,
): Promise<string> {
  // This comes first, because creating an account ends open invitations for its address.
  await updateInvitation(tx, id, { acceptedAt: ctx.clock() });
  const invited = { email, role, companyId, phone, notes };
  const { id: personId } = await createInvitedPerson(ctx, tx, { ...invited, ...accepted });
  await ctx.record(tx, { type: 'invitation.accepted', id, detail: { personId, role, companyId } });
  return personId;
}

type Named = { firstName: string | null; lastName: string | null };

/**
 * For an address that the provider has verified. Returns null if no invitation can be accepted or an account exists.
 */
export async function acceptForAddress(
  ctx: Context,
  tx: Tx,
  email: string,
  named: Named,
): Promise<string | null> {
  const locked = await lockOpenByEmail(tx, email);
  const invitation = locked && (await findInvitation(tx, locked.id));
  if (!invitation || (await hasAccount(tx, email))) return null;
  if (obstacleOf(invitation) || invitation.expiresAt <= ctx.clock()) return null;
  const [first = '', ...others] = (invitation.contactName ?? '').split(' ');
  const isNamed = named.firstName !== null;
  const firstName = (isNamed ? named.firstName : first) ?? '';
  const lastName = (isNamed ? named.lastName : others.join(' ')) ?? '';
  return createInvitedAccount(ctx, tx, invitation, { firstName, lastName, passwordHash: null });
}

const managesStaff = (viewer: Viewer) =>
  viewer.kind === 'staff' && may(viewer.role, 'staff.manage');

type NewInvitation = Pick<
  InvitationRow,
  'email' | 'role' | 'companyId' | 'contactName' | 'phone' | 'notes' | 'invitedBy'
>;

async function newInvitation(ctx: Context, tx: Tx, input: NewInvitation) {
  const { email, role, companyId } = input;
  if (await hasAccount(tx, email)) throw new AppError('ADDRESS_HAS_ACCOUNT');
  const { token, ...fresh } = newLink(ctx);
  const { id } = await insertInvitation(tx, { ...input, ...fresh });
  await ctx.record(tx, { type: 'invitation.created', id, detail: { role, companyId } });
  return {
    invitation: await queueInvitationMail(ctx, tx, id, token),
    url: linkTo(ctx.config, token),
  };
}

/** The secret follows '#', so it never gets into server logs or Referer headers. */
const linkTo = (config: Config, token: string) => `${mailOrigin(config)}/auth/invitation#${token}`;

function newLink({ clock }: Pick<Context, 'clock'>) {
  const token = randomBytes(TOKEN_BYTES).toString('base64url');
  const expiresAt = new Date(clock().getTime() + INVITATION_DAYS * DAY_MS);
  return { token, tokenHash: hashToken(token), expiresAt };
}

async function queueInvitationMail(
  ctx: Context,
  tx: Tx,
  id: string,
  token: string,
): Promise<Invitation> {
  const row = await findInvitation(tx, id);
  if (!row) throw new AppError('INVITATION_NOT_FOUND');
  if (row.companyId && row.companyIsActive === null) throw new AppError('COMPANY_NOT_FOUND');
  if (row.companyIsActive === false) {
    throw new AppError('INVALID_INPUT', 'This company is not active. Activate it first.');
  }
  await ctx.mail.queue(tx, invitationMail(ctx.config, row, linkTo(ctx.config, token)));
  return presentInvitation(row);
}
