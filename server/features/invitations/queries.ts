import { sql, type Insertable, type Updateable } from 'kysely';
import type { DB } from '#db/types.ts';
import type { Tx } from '#server/platform/db/database.ts';

const selectInvitations = (tx: Tx) =>
  tx
    .selectFrom('invitations')
    .leftJoin('companies', 'companies.id', 'invitations.companyId')
    .leftJoin('profiles as inviter', 'inviter.id', 'invitations.invitedBy')
    .selectAll('invitations')
    .select([
      'companies.companyCode',
      'companies.companyName',
      'companies.isActive as companyIsActive',
      'inviter.role as inviterRole',
      'inviter.isActive as inviterIsActive',
    ])
    .select(
      sql<string | null>`nullif(concat_ws(' ', inviter.first_name, inviter.last_name), '')`.as(
        'inviterName',
      ),
    );

export type InvitationRow = Awaited<ReturnType<typeof listInvitations>>[number];

/** Those that were neither accepted nor revoked, newest first. */
export const listInvitations = (tx: Tx) =>
  selectInvitations(tx)
    .where('invitations.acceptedAt', 'is', null)
    .where('invitations.revokedAt', 'is', null)
    .orderBy('invitations.createdAt', 'desc')
    .orderBy('invitations.id', 'desc')
    .execute();

export const findInvitation = (tx: Tx, id: string) =>
  selectInvitations(tx).where('invitations.id', '=', id).executeTakeFirst();

/** Locks an open invitation until the transaction ends. */
export const lockOpen = (tx: Tx, id: string) =>
  tx
    .selectFrom('invitations')
    .select('id')
    .where('id', '=', id)
    .where('acceptedAt', 'is', null)
    .where('revokedAt', 'is', null)
    .forUpdate()
    .executeTakeFirst();

/** Locks the invitation of a link until the transaction ends: it is used once. */
export const lockByTokenHash = (tx: Tx, tokenHash: string) =>
  tx
    .selectFrom('invitations')
    .select('id')
    .where('tokenHash', '=', tokenHash)
    .forUpdate()
    .executeTakeFirst();

export const insertInvitation = (tx: Tx, values: Insertable<DB['invitations']>) =>
  tx.insertInto('invitations').values(values).returning('id').executeTakeFirstOrThrow();

export const updateInvitation = (tx: Tx, id: string, changes: Updateable<DB['invitations']>) =>
  tx.updateTable('invitations').set(changes).where('id', '=', id).executeTakeFirst();

const revokeOf = (tx: Tx, email: string, now: Date) =>
  tx
    .updateTable('invitations')
    .set({ revokedAt: now })
    .where('email', '=', email)
    .where('acceptedAt', 'is', null)
    .where('revokedAt', 'is', null);

/** Revokes the open invitation of an address. */
export const revokeOpen = (tx: Tx, email: string, now: Date) => revokeOf(tx, email, now).execute();

/** Revokes an invitation of this address that has run out, so that there can be another. */
export const revokeExpired = (tx: Tx, email: string, now: Date) =>
  revokeOf(tx, email, now).where('expiresAt', '<=', now).execute();

export const hasAccount = async (tx: Tx, email: string) =>
  (await tx.selectFrom('profiles').select('id').where('email', '=', email).executeTakeFirst()) !==
  undefined;
