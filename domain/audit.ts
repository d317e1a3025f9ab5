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
