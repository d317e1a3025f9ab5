import { viewerOf, type Tx } from './db/database.ts';

/** Writes who did what to the append-only log, in the transaction of the deed itself. */
export async function audit(
  tx: Tx,
  action: string,
  subject: { type: string; id: string | null },
  detail: object = {},
) {
  const viewer = viewerOf(tx);
  const actorId =
    'profileId' in viewer ? viewer.profileId : 'shareLinkId' in viewer ? viewer.shareLinkId : null;
  await tx
    .insertInto('auditLog')
    .values({
      actorKind: viewer.kind,
      actorId,
      action,
      subjectType: subject.type,
      subjectId: subject.id,
      detail: JSON.stringify(detail),
    })
    .execute();
}
