import type { AuditEntry } from '#domain/audit.ts';
import type { AuditRow } from './queries.ts';

export const presentEntry = (row: AuditRow): AuditEntry => ({
  id: row.id,
  at: row.at.toISOString(),
  actor: { kind: row.actorKind, id: row.actorId, name: row.actorName },
  action: row.action,
  subject: { type: row.subjectType, id: row.subjectId, name: row.subjectName },
  detail: {
    ...(isObject(row.detail) ? row.detail : {}),
    // Beside the ids, what they stand for.
    ...(row.personInDetail === null ? {} : { person: row.personInDetail }),
    ...(row.companyInDetail === null ? {} : { company: row.companyInDetail }),
  },
});

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
