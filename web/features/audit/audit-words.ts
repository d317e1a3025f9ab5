import type { AuditEntry } from '#domain/audit.ts';
import { brand } from '#web/lib/brand.ts';
import { dateTime, DEFAULT_TIME_ZONE } from '#web/lib/formats.ts';

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

const INSTANT = /^\d{4}-\d{2}-\d{2}T[\d:.]+Z$/;

/** 'share-link', 'role-changed', 'clientsHaveAccess' as words in small letters. */
const inWords = (name: string) =>
  name
    .replaceAll(/([a-z])([A-Z])/g, '$1 $2')
    .replaceAll(/[-_.]/g, ' ')
    .toLowerCase();

const capitalised = (words: string) => words.charAt(0).toUpperCase() + words.slice(1);

/** 'Person role changed' of 'person.role-changed'. */
export const actionWords = (action: string): string => capitalised(inWords(action));

/** Who did it: a person by name, or what else can act. */
export function actorWords({ kind, name }: AuditEntry['actor']): string {
  if (name !== null) return name;
  if (kind === 'system') return brand.name;
  if (kind === 'share') return 'Visitor with a share link';
  return kind === 'anonymous' ? 'Visitor' : 'Removed account';
}

/** What it was done to: its name, or what kind of thing it is. */
export const subjectWords = ({ type, name }: AuditEntry['subject']): string =>
  name ?? capitalised(inWords(type));

function valueWords(value: unknown): string | null {
  if (value === null) return 'none';
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  if (typeof value === 'number') return String(value);
  if (typeof value === 'string') {
    if (INSTANT.test(value)) return dateTime(value, DEFAULT_TIME_ZONE);
    return UUID.test(value) ? null : value;
  }
  if (Array.isArray(value)) return value.map(valueWords).filter(Boolean).join(', ') || null;
  return isChange(value) ? changeWords(value) : null;
}

const isChange = (value: unknown): value is { from: unknown; to: unknown } =>
  typeof value === 'object' && value !== null && 'from' in value && 'to' in value;

function changeWords({ from, to }: { from: unknown; to: unknown }): string | null {
  const words = [valueWords(from), valueWords(to)];
  return words.includes(null) ? null : `from ${words.join(' to ')}`;
}

/** The circumstances in one line, without ids: 'from: client · to: admin · company: from A to none'. */
export const detailWords = (detail: AuditEntry['detail']): string =>
  Object.entries(detail)
    .filter(([key]) => !key.endsWith('Id'))
    .map(([key, value]) => {
      const words = valueWords(value);
      // What it names are names of fields themselves.
      return [inWords(key), key === 'fields' && words ? inWords(words) : words] as const;
    })
    .filter(([, words]) => words)
    .map(([key, words]) => `${key}: ${words}`)
    .join(' · ');
