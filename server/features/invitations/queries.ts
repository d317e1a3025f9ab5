import { sql, type Insertable, type Updateable } from 'kysely';
import type { DB } from '#db/types.ts';
import { runAsOwner } from '#server/platform/db/as-owner.ts';
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
    .select(['id', 'email'])
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

const REVOKE = `update invitations set revoked_at = $2
  where email = $1 and accepted_at is null and revoked_at is null`;

/** Revokes the open invitation of an address. */
export const revokeOpen = (tx: Tx, email: string, now: Date) =>
  runAsOwner(tx, REVOKE, [email, now]);

/**
 * Revokes an invitation of this address that has run out, so that there can be another. With the
 * owner's rights: whoever invites a client does not see one of staff, which stands in the way too.
 */
export const revokeExpired = (tx: Tx, email: string, now: Date) =>
  runAsOwner(tx, `${REVOKE} and expires_at <= $2`, [email, now]);
