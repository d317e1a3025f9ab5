import { z } from 'zod';
import { Id, Instant } from './fields.ts';

export const UndeliveredMail = z.object({
  id: Id,
  recipient: z.string(),
  subject: z.string(),
  state: z.enum(['queued', 'failed']),
  attempts: z.int(),
  lastError: z.string(),
  nextAttemptAt: Instant.nullable(),
  createdAt: Instant,
});
export type UndeliveredMail = z.infer<typeof UndeliveredMail>;
