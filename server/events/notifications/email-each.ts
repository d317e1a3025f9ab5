import type { Role } from '#domain/roles.ts';
import { viewerOfPerson } from '#server/platform/auth/sessions/session.ts';
import type { Context } from '#server/platform/context.ts';
import type { Tx } from '#server/platform/db/database.ts';

type Recipient = { id: string; role: Role; companyId: string | null };

/**
 * Works as each person, so that an email contains only what the person can see now. An error stops only the emails of
 * one person.
 */
export async function emailEach<Person extends Recipient>(
  ctx: Context,
  people: readonly Person[],
  work: (tx: Tx, person: Person) => Promise<void>,
): Promise<void> {
  for (const person of people) {
    const viewer = viewerOfPerson(person.id, person.role, person.companyId);
    try {
      await ctx.db.as(viewer, (tx) => work(tx, person));
    } catch (error) {
      ctx.log.error({ err: error, personId: person.id }, 'failed to email notifications');
    }
  }
}
