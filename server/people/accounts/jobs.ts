import { z } from 'zod';
import { Email } from '#domain/accounts.ts';
import { defineJob } from '#server/platform/queue/queue.ts';

/** A job, so that a request takes the same time and leaves the same traces for known and unknown addresses. */
export const sendAccountLink = defineJob({
  name: 'send-account-link',
  payload: z.object({ purpose: z.enum(['verify-email', 'recover-password']), email: Email }),
  concurrency: 1,
});
