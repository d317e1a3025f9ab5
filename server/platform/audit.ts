import { viewerOf, type Tx } from './db/database.ts';
import { insertAuditEntry } from './queries.ts';

/** `name` is recorded in case the subject is deleted later. Null for people, because the log holds no personal data. */
type Subject = { type: string; id: string | null; name?: string | null };

export async function audit(tx: Tx, action: string, subject: Subject, detail: object = {}) {
  const viewer = viewerOf(tx);
  const actorId =
    'profileId' in viewer ? viewer.profileId : 'shareLinkId' in viewer ? viewer.shareLinkId : null;
  const token = 'apiToken' in viewer ? viewer.apiToken : undefined;
  const byToken = token && { apiToken: token.name, apiTokenId: token.id };
  await insertAuditEntry(tx, {
    actorKind: viewer.kind,
    actorId,
    action,
    subjectType: subject.type,
    subjectId: subject.id,
    subjectName: subject.name ?? null,
    detail: JSON.stringify({ ...detail, ...byToken }),
  });
}
