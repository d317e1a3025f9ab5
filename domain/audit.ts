import { z } from 'zod';
import { Id, Instant } from './fields.ts';

export const AUDIT_PAGE_SIZE = 50;

export const AuditQuery = z.object({
  actorId: Id.optional(),
  action: z
    .string()
    .max(100)
    .regex(/^[a-z._-]+$/, 'Unknown action.')
    .optional(),
  from: Instant.optional(),
  until: Instant.optional(),
  before: z.int().positive().optional(),
});

const Actor = z.object({ kind: z.string(), id: Id.nullable(), name: z.string().nullable() });

/** `name` is null if the subject was deleted and its name wasn't kept. */
const Subject = z.object({ type: z.string(), id: Id.nullable(), name: z.string().nullable() });

export const AuditEntry = z.object({
  id: z.int(),
  at: Instant,
  actor: Actor,
  action: z.string(),
  subject: Subject,
  detail: z.record(z.string(), z.unknown()),
});
export type AuditEntry = z.infer<typeof AuditEntry>;

/** Newest first. Pass `next` as `before` to get the next page; null on the last page. */
export const AuditPage = z.object({ entries: z.array(AuditEntry), next: z.int().nullable() });
export type AuditPage = z.infer<typeof AuditPage>;

export const AuditFilters = z.object({
  people: z.array(z.object({ id: Id, name: z.string() })),
  actions: z.array(z.string()),
});

export const MAX_AUDIT_BREAKS = 100;

/** A break in the hash chain of the log. `position` is null for an entry that isn't part of the chain. */
export const AuditBreak = z.object({
  position: z.int().nullable(),
  entryId: z.int(),
  problem: z.enum(['entry-changed', 'entry-missing', 'place-missing', 'not-chained']),
});
export type AuditBreak = z.infer<typeof AuditBreak>;

const BREAK_TEXTS: Record<AuditBreak['problem'], string> = {
  'entry-changed': 'was changed after it was written',
  'entry-missing': 'was removed',
  'place-missing': 'follows a gap: entries before it were removed',
  'not-chained': 'is not part of the chain',
};

export const breakLabel = ({ entryId, problem }: AuditBreak) =>
  `Entry ${entryId} ${BREAK_TEXTS[problem]}.`;

export const AuditCheck = z.object({
  checkedAt: Instant,
  entries: z.int(),
  head: z.string().nullable(),
  breakCount: z.int(),
  breaks: z.array(AuditBreak),
});
export type AuditCheck = z.infer<typeof AuditCheck>;
