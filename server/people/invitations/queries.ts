import { sql, type Insertable, type Updateable } from 'kysely';
import type { z } from 'zod';
import type { DB } from '#db/types.ts';
import type { InvitationsQuery } from '#domain/invitations.ts';
import { asOwner } from '#server/platform/db/as-owner.ts';
import type { Tx } from '#server/platform/db/database.ts';
import { alphabetical, contains, countOf, pageOf } from '#server/platform/db/search.ts';

type Query = z.output<typeof InvitationsQuery>;

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

export type InvitationRow = Awaited<ReturnType<typeof listMatching>>[number];

const CONTACT_NAME = sql`coalesce(invitations.contact_name, invitations.email)`;
const SEARCHED_COLUMNS = [
  CONTACT_NAME,
  'invitations.email',
  'invitations.phone',
  'companies.companyName',
  'companies.companyCode',
];
const SORTS = {
  name: alphabetical(CONTACT_NAME),
  email: sql`invitations.email`,
  phone: sql`invitations.phone`,
  company: alphabetical('companies.companyName'),
  status: sql`invitations.expires_at`,
};

const IS_OPEN = sql<boolean>`invitations.accepted_at is null and invitations.revoked_at is null`;
const selectMatching = (tx: Tx, { search }: Query) =>
  selectInvitations(tx).where(
    sql<boolean>`(${IS_OPEN} and ${search ? contains(search, SEARCHED_COLUMNS) : true})`,
  );

export const listMatching = (tx: Tx, query: Query) =>
  pageOf(selectMatching(tx, query), query, {
    table: 'invitations',
    sorts: SORTS,
    nullable: ['phone', 'company'],
  });

export const countMatching = (tx: Tx, query: Query) => countOf(selectMatching(tx, query));

/** Counts only invitations that the viewer can see. */
export const hasOpen = async (tx: Tx, email: string): Promise<boolean> =>
  (await tx
    .selectFrom('invitations')
    .select('id')
    .where('email', '=', email)
    .where(IS_OPEN)
    .executeTakeFirst()) !== undefined;

export const findInvitation = (tx: Tx, id: string) =>
  selectInvitations(tx).where('invitations.id', '=', id).executeTakeFirst();

export const lockOpen = (tx: Tx, id: string) =>
  tx
    .selectFrom('invitations')
    .select(['id', 'email'])
    .where('id', '=', id)
    .where('acceptedAt', 'is', null)
    .where('revokedAt', 'is', null)
    .forUpdate()
    .executeTakeFirst();

export const lockOpenByEmail = (tx: Tx, email: string) =>
  tx
    .selectFrom('invitations')
    .select('id')
    .where('email', '=', email)
    .where('acceptedAt', 'is', null)
    .where('revokedAt', 'is', null)
    .forUpdate()
    .executeTakeFirst();

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

const revocation = (tx: Tx, email: string, now: Date) =>
  tx
    .updateTable('invitations')
    .set({ revokedAt: now })
    .where('email', '=', email)
    .where('acceptedAt', 'is', null)
    .where('revokedAt', 'is', null);

export const revokeOpen = (tx: Tx, email: string, now: Date) =>
  asOwner(tx, revocation(tx, email, now));

/**
 * Runs as the owner, because an invitation for staff, which not every inviter can see, would also prevent a new one.
 */
export const revokeExpired = (tx: Tx, email: string, now: Date) =>
  asOwner(tx, revocation(tx, email, now).where('expiresAt', '<=', now));
