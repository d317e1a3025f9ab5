import { z } from 'zod';
import { Id, Instant } from './fields.ts';

/** A mail that has not gone out although it was tried. What it says is not in it. */
export const UndeliveredMail = z.object({
  id: Id,
  recipient: z.string(),
  subject: z.string(),
  /** `failed` is not tried again by itself. */
  state: z.enum(['queued', 'failed']),
  attempts: z.int(),
  /** What the mail server, or the way to it, said. */
  lastError: z.string(),
  /** Null when it is not tried again by itself. */
  nextAttemptAt: Instant.nullable(),
  createdAt: Instant,
});
export type UndeliveredMail = z.infer<typeof UndeliveredMail>;
