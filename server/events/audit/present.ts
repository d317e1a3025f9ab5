import type { AuditEntry } from '#domain/audit.ts';
import { Id } from '#domain/fields.ts';
import type { AuditRow } from './queries.ts';

/** Keys of ids in an entry's detail, mapped to the keys under which the names are added. */
const NAME_KEYS = { companyId: 'company', personId: 'person', projectManagerId: 'manager' };

type Names = ReadonlyMap<string, string>;

export const presentEntry = (row: AuditRow, names: Names): AuditEntry => ({
  id: row.id,
  at: row.at.toISOString(),
  actor: { kind: row.actorKind, id: row.actorId, name: row.actorName ?? guestOf(row) },
  action: row.action,
  subject: { type: row.subjectType, id: row.subjectId, name: row.nameOfSubject },
  detail: { ...detailOf(row), ...namesIn(row, names) },
});

/** The email address of someone who replied to a pin without an account. */
function guestOf(row: AuditRow): string | null {
  const { guestEmail } = detailOf(row);
  return typeof guestEmail === 'string' ? guestEmail : null;
}

export const namedIdsOf = (row: AuditRow): string[] => {
  const detail = detailOf(row);
  return Object.keys(NAME_KEYS)
    .flatMap((key) => (isObject(detail[key]) ? Object.values(detail[key]) : [detail[key]]))
    .filter((value): value is string => Id.safeParse(value).success);
};

function namesIn(row: AuditRow, names: Names): Record<string, unknown> {
  const nameOf = (id: unknown) => (typeof id === 'string' ? (names.get(id) ?? 'removed') : null);
  const detail = detailOf(row);
  return Object.fromEntries(
    Object.entries(NAME_KEYS)
      .filter(([key]) => detail[key] !== undefined)
      .map(([key, name]): [string, unknown] => {
        const value = detail[key];
        return isObject(value)
          ? [name, { from: nameOf(value['from']), to: nameOf(value['to']) }]
          : [name, nameOf(value)];
      }),
  );
}

const detailOf = ({ detail }: AuditRow): Record<string, unknown> =>
  isObject(detail) ? detail : {};

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
