import type { AuditEntry } from '#domain/audit.ts';
import { brand } from '#web/lib/brand.ts';
import { dateTime, DEFAULT_TIME_ZONE } from '#web/lib/formats.ts';

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

const INSTANT = /^\d{4}-\d{2}-\d{2}T[\d:.]+Z$/;

/** 'share-link', 'role-changed', 'clientsHaveAccess' as words in small letters. */
const spaced = (name: string) =>
  name
    .replaceAll(/([a-z])([A-Z])/g, '$1 $2')
    .replaceAll(/[-_.]/g, ' ')
    .toLowerCase();

const capitalised = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);

/** 'Person role changed' of 'person.role-changed'. */
export const actionLabel = (action: string): string => capitalised(spaced(action));

/** Who did it: a person by name, or what else can act. */
export function actorLabel({ kind, name }: AuditEntry['actor']): string {
  if (name !== null) return name;
  if (kind === 'system') return brand.name;
  if (kind === 'share') return 'Visitor with a share link';
  return kind === 'anonymous' ? 'Visitor' : 'Deleted account';
}

/** What it was done to: its name, or what kind of thing it is. */
export const subjectLabel = ({ type, name }: AuditEntry['subject']): string =>
  name ?? capitalised(spaced(type));

function valueText(value: unknown): string | null {
  if (value === null) return 'none';
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  if (typeof value === 'number') return String(value);
  if (typeof value === 'string') {
    if (INSTANT.test(value)) return dateTime(value, DEFAULT_TIME_ZONE);
    return UUID.test(value) ? null : value;
  }
  if (Array.isArray(value)) return value.map(valueText).filter(Boolean).join(', ') || null;
  return isChange(value) ? changeText(value) : null;
}

const isChange = (value: unknown): value is { from: unknown; to: unknown } =>
  typeof value === 'object' && value !== null && 'from' in value && 'to' in value;

function changeText({ from, to }: { from: unknown; to: unknown }): string | null {
  const text = [valueText(from), valueText(to)];
  return text.includes(null) ? null : `from ${text.join(' to ')}`;
}

/** The circumstances in one line, without ids: 'from: client · to: admin · company: from A to none'. */
export const detailText = (detail: AuditEntry['detail']): string =>
  Object.entries(detail)
    .filter(([key]) => !key.endsWith('Id'))
    .map(([key, value]) => {
      const text = valueText(value);
      // What it names are names of fields themselves.
      return [spaced(key), key === 'fields' && text ? spaced(text) : text] as const;
    })
    .filter(([, text]) => text)
    .map(([key, text]) => `${key}: ${text}`)
    .join(' · ');
