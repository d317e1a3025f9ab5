import { z } from 'zod';
import { Id, Instant } from './fields.ts';

/** Entries of the audit log come a page of so many at a time. */
export const AUDIT_PAGE = 50;

export const AuditQuery = z.object({
  actorId: Id.optional(),
  action: z
    .string()
    .max(100)
    .regex(/^[a-z._-]+$/, 'Unknown action.')
    .optional(),
  /** From this instant on. */
  from: Instant.optional(),
  /** Before this instant. */
  until: Instant.optional(),
  /** Older than the entry of this id. */
  before: z.int().positive().optional(),
});

/** Who did something; `name` is null for the product itself, visitors, and people who are gone. */
const Actor = z.object({ kind: z.string(), id: Id.nullable(), name: z.string().nullable() });

/** What it was done to; `name` is null of what is gone without leaving one. */
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

/** A page of the log, newest first; `next` is the `before` of the one that follows, null at the end. */
export const AuditPage = z.object({ entries: z.array(AuditEntry), next: z.int().nullable() });
export type AuditPage = z.infer<typeof AuditPage>;

/** What the log can be filtered by. */
export const AuditChoices = z.object({
  people: z.array(z.object({ id: Id, name: z.string() })),
  actions: z.array(z.string()),
});

/** So many breaks of the chain are named. */
export const AUDIT_BREAKS_SHOWN = 100;

/**
 * Where the chain of the log is broken: an entry is not what it was, an entry or a place is gone, or an entry
 * has no place (`position` null).
 */
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
  'not-chained': 'was added past the log',
};

/** A break as people read it. */
export const breakLabel = ({ entryId, problem }: AuditBreak) =>
  `Entry ${entryId} ${BREAK_TEXTS[problem]}.`;

/** How a check of the whole log went; `head` is the hash of its last entry, null of an empty log. */
export const AuditCheck = z.object({
  checkedAt: Instant,
  entries: z.int(),
  head: z.string().nullable(),
  breakCount: z.int(),
  breaks: z.array(AuditBreak),
});
export type AuditCheck = z.infer<typeof AuditCheck>;
