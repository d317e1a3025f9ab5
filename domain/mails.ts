import { z } from 'zod';
import { Id, Instant } from './fields.ts';

export const UndeliveredMail = z.object({
  id: Id,
  recipient: z.string(),
  subject: z.string(),
  /** `failed`: not retried automatically. */
  state: z.enum(['queued', 'failed']),
  attempts: z.int(),
  lastError: z.string(),
  /** Null if it isn't retried automatically. */
  nextAttemptAt: Instant.nullable(),
  createdAt: Instant,
});
export type UndeliveredMail = z.infer<typeof UndeliveredMail>;
